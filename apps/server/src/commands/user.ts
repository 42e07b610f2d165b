import { Command } from 'commander'
import { UserError } from '../errors.js'
import { createUser, listUsers, setQuota } from '../repositories/user/user.js'
import * as argument from '../terminal/arguments.js'
import { examples } from '../terminal/help.js'
import { printListing } from '../terminal/listing.js'
import { requireUser } from './library/owner.js'
import { withContext } from './library/with-context.js'

const add = new Command('add')
  .description('add a user, who gets their own library')
  .argument('<email>', 'the e-mail address, which names the user in the other commands', argument.email)
  .option('--name <name>', 'the name that other users see (default: the address up to the @)', argument.name)
  .option('--admin', 'mark the user as an administrator', false)
  .addHelpText('after', examples('user add ada@example.org', 'user add ada@example.org --name "Ada Lovelace" --admin'))
  .action((email: string, { name, admin }: { name?: string; admin: boolean }) =>
    withContext(async ({ database }) => {
      const user = await createUser(database, { email, name: name ?? email.replace(/@.*$/, ''), isAdmin: admin })
      if (!user) throw new UserError(`there is already a user ${email}. \`media-library user list\` lists the users.`)
      process.stdout.write(`Added ${email}, id ${user.id}.
Next: \`media-library key create --user ${email}\` creates an API key,
      \`media-library import <folder> --user ${email}\` adds photos.\n`)
    }),
  )

const list = new Command('list')
  .description('list the users in the order in which they were added')
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('user list', "user list --json | jq -r '.[].email'"))
  .action(({ json }: { json?: boolean }) =>
    withContext(async ({ database }) => {
      const users = await listUsers(database)
      const rows = users.map(({ id, email, name, isAdmin, createdAt, _count }) => {
        return { id, email, name, isAdmin, assetCount: _count.assets, albumCount: _count.albums, createdAt }
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

export const user = new Command('user').addCommand(add).addCommand(list).addCommand(setQuotaCommand)
