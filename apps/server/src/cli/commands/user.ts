import { join } from 'node:path'
import { Command } from 'commander'
import { listImportPaths } from '../../assets/library.js'
import type { OpenContext } from '../../context.js'
import { UserError } from '../../errors.js'
import type { User as UserRow } from '../../generated/prisma/client.js'
import { isObjectPath, joinPath } from '../../storage/object-path.js'
import { RESUMABLE } from '../../uploads/resumable/partial-uploads.js'
import { type Belongings, countBelongings, removeAccess, removeAssets, removeUserRow } from '../../users/removal.js'
import { createUser, listUsers, setDisabled, setQuota, updateUser } from '../../users/user.js'
import * as argument from '../terminal/arguments.js'
import { printable, printJson, printListing } from '../terminal/listing.js'
import { ask, counted, examples, toSize } from '../terminal/messages.js'
import { requireAnyUser, requireUser } from './library/owner.js'
import { withContext } from './library/with-context.js'

const add = new Command('add')
  .description('add a user, who gets their own library')
  .argument('<email>', 'the e-mail address, which names the user in the other commands', argument.email)
  .option('--name <name>', 'the name that other users see (default: the address up to the @)', argument.name)
  .option('--admin', 'mark the user as an administrator, which clients show')
  .option('--json', 'print the user as one JSON object')
  .addHelpText('after', examples('user add ada@example.org', 'user add ada@example.org --name "Ada Lovelace" --admin'))
  .action((email: string, { name, admin = false, json }: UserOptions) =>
    withContext(
      async ({ database }) => {
        const user = await createUser(database, { email, name: name ?? email.replace(/@.*$/, ''), isAdmin: admin })
        if (!user) throw new UserError(`there is already a user ${email}. \`media-library user list\` lists the users.`)
        if (json) return printJson(toListed(user))
        process.stdout.write(`Added ${email}, id ${user.id}.
Next: \`media-library key create --user ${email}\` creates an API key,
      \`media-library import <folder> --user ${email}\` adds photos.\n`)
      },
      { mayCreate: true },
    ),
  )

const update = new Command('update')
  .description('change the name of a user, or whether they are marked as an administrator')
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .option('--name <name>', 'the name that other users see', argument.name)
  .option('--admin', 'mark the user as an administrator, which clients show')
  .option('--no-admin', 'remove that mark')
  .option('--json', 'print the user as one JSON object')
  .addHelpText(
    'after',
    examples('user update ada@example.org --name "Ada Lovelace"', 'user update ada@example.org --no-admin'),
  )
  .action(async (email: string, { name, admin, json }: UserOptions, command: Command) => {
    if (name === undefined && admin === undefined)
      command.error('error: name what to change: --name <name>, --admin or --no-admin.')
    await withContext(async ({ database }) => {
      const { id } = await requireAnyUser(database, email)
      const user = await updateUser(database, id, {
        ...(name !== undefined && { name }),
        ...(admin !== undefined && { isAdmin: admin }),
      })
      if (json) return printJson(toListed(user))
      const kind = user.isAdmin ? 'an administrator' : 'no administrator'
      process.stdout.write(`${email} has the name "${printable(user.name)}", and is ${kind}.\n`)
    })
  })

const list = new Command('list')
  .description('list the users in the order in which they were added')
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('user list', "user list --json | jq -r '.[].email'"))
  .action(({ json }: { json?: boolean }) =>
    withContext(async ({ database }) => {
      const users = await listUsers(database)
      const rows = users.map(({ _count, ...user }) => {
        return { ...toListed(user), assetCount: _count.assets, albumCount: _count.albums }
      })
      printListing(rows, {
        json,
        columns: [
          ['id', 'ID'],
          ['email', 'E-mail'],
          ['name', 'Name'],
          ['isAdmin', 'Admin'],
          ['assetCount', 'Assets'],
          ['albumCount', 'Albums'],
          ['createdAt', 'Created'],
          ['disabledAt', 'Disabled'],
        ],
        empty: 'There are no users yet. `media-library user add <email>` adds one.',
      })
    }),
  )

const setQuotaCommand = new Command('set-quota')
  .description('limit how many bytes of uploaded files a user may have; imported folders do not count')
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .argument('<bytes>', 'the number of bytes, such as 50GiB, or `none`', argument.quota)
  .addHelpText('after', examples('user set-quota ada@example.org 50GiB', 'user set-quota ada@example.org none'))
  .action((email: string, quota: number | null) =>
    withContext(async ({ database }) => {
      const { id } = await requireUser(database, email)
      const { used } = await setQuota(database, id, quota)
      const limit = quota === null ? 'any number of' : String(quota)
      process.stdout.write(`${email} may upload ${limit} bytes, and has ${used} bytes of uploaded files.\n`)
    }),
  )

const disable = new Command('disable')
  .description('refuse a user within a second, with all their keys and sessions; nothing is removed')
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .addHelpText('after', examples('user disable ada@example.org'))
  .action((email: string) =>
    withContext(async ({ database }) => {
      const { id } = await requireAnyUser(database, email)
      const was = await setDisabled(database, id, true)
      process.stdout.write(`${email} ${was ? 'was already' : 'is now'} disabled.
\`media-library user enable ${email}\` lets the user in again.\n`)
    }),
  )

const enable = new Command('enable')
  .description('let a disabled user in again; their keys and sessions are valid again')
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .addHelpText('after', examples('user enable ada@example.org'))
  .action((email: string) =>
    withContext(async ({ database }) => {
      const { id } = await requireAnyUser(database, email)
      const was = await setDisabled(database, id, false)
      process.stdout.write(`${email} ${was ? 'was not disabled' : 'is enabled again'}.\n`)
    }),
  )

const remove = new Command('remove')
  .description(`remove a user with their albums, tags, keys, sessions and uploaded files, once you confirm it.
The files of imported folders stay where they are. What was removed is not in the trash: make a backup first.`)
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .option('--yes', 'remove without asking')
  .addHelpText('after', examples('user remove ada@example.org', 'user remove ada@example.org --yes'))
  .action((email: string, { yes }: { yes?: boolean }) =>
    withContext(async (context) => {
      const { id } = await requireAnyUser(context.database, email)
      const belongings = await countBelongings(context.database, id)
      process.stderr.write(`This removes ${email}, with ${describe(belongings)}.
The files of ${belongings.imported} imported assets stay where they are.\n`)
      if (!yes && (await ask('Type the e-mail address of the user to confirm: ')) !== email) {
        throw new UserError('nothing was removed: the answer is not the e-mail address of the user.')
      }
      await removeUser(context, id)
      process.stdout.write(`Removed ${email}.\n`)
    }),
  )

export const user = new Command('user')
  .addCommand(add)
  .addCommand(update)
  .addCommand(list)
  .addCommand(setQuotaCommand)
  .addCommand(disable)
  .addCommand(enable)
  .addCommand(remove)

interface UserOptions {
  name?: string
  admin?: boolean
  json?: boolean
}

/** What the commands tell of a user. */
function toListed({ id, email, name, isAdmin, createdAt, deletedAt }: UserRow) {
  return { id, email, name, isAdmin, createdAt, disabledAt: deletedAt }
}

function describe({ albums, tags, keys, sessions, uploads, uploadedBytes }: Belongings) {
  const files = `${counted(uploads, 'uploaded file')} (${toSize(uploadedBytes)})`
  return [counted(albums, 'album'), counted(tags, 'tag'), counted(keys, 'key'), counted(sessions, 'session')]
    .join(', ')
    .concat(` and ${files}`)
}

/**
 * Removes a user with all that is theirs but the files of imported folders. From the first moment on, nobody gets in as this user
 * or sees their albums. The row of the user goes last: what was interrupted can be run again, and finds the files that are left.
 */
async function removeUser(context: OpenContext, userId: string): Promise<void> {
  const { config, database } = context
  const [derived, originals] = [await context.openDerived(), await context.openOriginals()]
  await setDisabled(database, userId, true)
  await removeAccess(database, userId)
  for (let removed = 1; removed > 0; ) removed = await removeAssets(database, userId)
  await derived.removeOf(userId)
  const stored = (await listImportPaths(database, userId)).filter(isObjectPath)
  const received = ['', '.motion', RESUMABLE].map((folder) => join(config.uploads.folder, folder, userId))
  const parts = originals.bucket === null ? [] : [joinPath(originals.bucket, RESUMABLE, userId)]
  for (const folder of [...received, ...stored, ...parts]) await originals.removeAll(folder)
  await removeUserRow(database, userId)
}
