import { permissions } from '@media-library/contract'
import { Command, Option } from 'commander'
import { UserError } from '../../../errors.js'
import { type ApiKeyColumnsRow, listApiKeys, revokeApiKey, storeApiKey } from '../../../users/api-key.js'
import { makeApiKey } from '../../../users/credential.js'
import * as argument from '../../terminal/arguments.js'
import { printJson, printListing } from '../../terminal/listing.js'
import { examples } from '../../terminal/messages.js'
import { requireOwner, requireUser } from '../context/owner.js'
import { withContext } from '../context/with-context.js'

const ALL = 'all'

interface CreateOptions {
  user?: string
  name: string
  scope: string[]
  expires?: number
  quiet?: boolean
  json?: boolean
}

const create = new Command('create')
  .description('create an API key; it is shown only once and stored as a hash')
  .option('--user <email>', 'the user of the key (default: the only user)', argument.email)
  .option('--name <name>', 'what the key is for', argument.keyName, 'API key')
  .addOption(
    new Option('--scope <scope...>', 'what the key may see and do')
      .choices([ALL, ...permissions])
      .default([ALL], `"${ALL}"`),
  )
  .option(
    '--expires <duration>',
    'the time after which the key expires, such as 12h, 90d, 8w or 1y (default: never)',
    argument.duration,
  )
  .addOption(new Option('--quiet', 'print only the key').conflicts('json'))
  .option('--json', 'print the key and its properties as one JSON object')
  .addHelpText(
    'after',
    examples(
      'key create --user ada@example.org',
      'key create --user ada@example.org --name "photo frame" --scope tag.read --expires 90d',
      'key create --user ada@example.org --quiet > key.txt',
    ),
  )
  .action(({ user, name, scope, expires, quiet, json }: CreateOptions) =>
    withContext(async ({ database }) => {
      const owner = await requireOwner(database, user)
      const { id, key, secretHash } = makeApiKey()
      const scopes = scope.includes(ALL) ? [ALL] : [...new Set(scope)]
      const expiresAt = expires === undefined ? null : new Date(Date.now() + expires)
      const row = await storeApiKey(database, { id, userId: owner.id, name, secretHash, scopes, expiresAt }, null)
      if (quiet) process.stdout.write(`${key}\n`)
      else if (json) printJson({ key, ...toRow({ ...row, user: owner }) })
      else {
        process.stdout.write(`${key}

This is a key of ${owner.email}. Scopes: ${scopes.join(', ')}. Expires: ${expiresAt?.toISOString() ?? 'never'}.
Save it now: it is not shown again. Send it in the header \`x-api-key\`.
\`media-library key revoke ${id}\` revokes it.\n`)
      }
    }),
  )

const list = new Command('list')
  .description('list the keys, oldest first')
  .option('--user <email>', 'the owner of the keys (default: all users)', argument.email)
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('key list', 'key list --user ada@example.org --json'))
  .action(({ user, json }: { user?: string; json?: boolean }) =>
    withContext(async ({ database }) => {
      const owner = user === undefined ? null : await requireUser(database, user)
      const keys = await listApiKeys(database, owner?.id ?? null)
      printListing(keys.map(toRow), {
        json,
        columns: [
          ['id', 'ID'],
          ['user', 'User'],
          ['name', 'Name'],
          ['scopes', 'Scopes'],
          ['createdAt', 'Created'],
          ['expiresAt', 'Expires'],
        ],
        empty: `There are no keys yet. \`media-library key create --user ${user ?? '<email>'}\` creates one.`,
      })
    }),
  )

const revoke = new Command('revoke')
  .description('revoke a key at once; this cannot be undone')
  .argument('<id>', 'the id that `key list` shows, or the id inside the key', argument.keyId)
  .addHelpText('after', examples('key revoke 0197a5c0-7c1e-7000-8000-0123456789ab'))
  .action((id: string) =>
    withContext(async ({ database }) => {
      const revoked = await revokeApiKey(database, { id })
      if (!revoked) throw new UserError(`there is no key ${id}. \`media-library key list\` lists the keys.`)
      process.stdout.write(`Revoked ${id}.\n`)
    }),
  )

export const key = new Command('key').addCommand(create).addCommand(list).addCommand(revoke)

function toRow({ user, updatedAt: _, ...row }: ApiKeyColumnsRow) {
  return { ...row, user: user.email }
}
