import { Command } from 'commander'
import { UserError } from '../../../errors.js'
import type { User as UserRow } from '../../../generated/prisma/client.js'
import {
  countUploadedBytes,
  createUser,
  hasAdministrator,
  listUsers,
  setDisabled,
  setQuota,
  updateUser,
} from '../../../users/user.js'
import * as argument from '../../terminal/arguments.js'
import { printable, printJson, printListing } from '../../terminal/listing.js'
import { examples, toLimit } from '../../terminal/messages.js'
import { requireAnyUser, requireUser } from '../context/owner.js'
import { withContext } from '../context/with-context.js'
import { remove } from './user-remove.js'

const add = new Command('add')
  .description('add a user, who gets their own library')
  .argument('<email>', 'the e-mail address, which names the user in the other commands', argument.email)
  .option('--name <name>', 'the name that other users see (default: the address up to the @)', argument.userName)
  .option('--admin', 'make the user an administrator, who manages users in the page; the first user is one')
  .option('--json', 'print the user as one JSON object')
  .addHelpText('after', examples('user add ada@example.org', 'user add ada@example.org --name "Ada Lovelace" --admin'))
  .action((email: string, { name, admin = false, json }: UserOptions) =>
    withContext(
      async ({ database }) => {
        const isAdmin = admin || !(await hasAdministrator(database))
        const user = await createUser(database, { email, name: name ?? email.replace(/@.*$/, ''), isAdmin })
        if (!user) throw new UserError(`there is already a user ${email}. \`media-library user list\` lists the users.`)
        if (json) return printJson(toRow(user))
        process.stdout.write(`Added ${email}, id ${user.id}.
Next: \`media-library session link --user ${email} --invitation\` prints a link with which they choose a password,
      \`media-library key create --user ${email}\` creates an API key,
      \`media-library import <folder> --user ${email}\` adds photos.\n`)
      },
      { mayCreate: true },
    ),
  )

const update = new Command('update')
  .description('change the name of a user, or whether they are an administrator')
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .option('--name <name>', 'the name that other users see', argument.userName)
  .option('--admin', 'make the user an administrator, who manages users in the page')
  .option('--no-admin', 'make the user no administrator')
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
      if (json) return printJson(toRow(user))
      const kind = user.isAdmin ? 'an administrator' : 'not an administrator'
      process.stdout.write(`${email} is now called "${printable(user.name)}" and is ${kind}.\n`)
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
        return { ...toRow(user), assetCount: _count.assets, albumCount: _count.albums }
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
  .option('--json', 'print the quota and the uploaded files in bytes as one JSON object')
  .addHelpText('after', examples('user set-quota ada@example.org 50GiB', 'user set-quota ada@example.org none'))
  .action((email: string, quota: number | null, { json }: { json?: boolean }) =>
    withContext(async ({ database }) => {
      const { id } = await requireUser(database, email)
      await setQuota(database, id, quota)
      const used = await countUploadedBytes(database, id)
      if (json) return printJson({ email, quotaBytes: quota, uploadedBytes: used })
      const limit = quota === null ? 'without a limit' : toLimit(quota)
      process.stdout.write(`${email} may upload ${limit}, and has ${toLimit(used)} of uploaded files.\n`)
    }),
  )

const disable = new Command('disable')
  .description('lock a user out within a second, with all their keys and sessions; nothing is removed')
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

/** Returns the fields of a user that the commands print. */
function toRow({ id, email, name, isAdmin, createdAt, deletedAt }: UserRow) {
  return { id, email, name, isAdmin, createdAt, disabledAt: deletedAt }
}
