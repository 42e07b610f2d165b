import { Command } from 'commander'
import { removeUser } from '../../../accounts/remove-user.js'
import { UserError } from '../../../errors.js'
import { type Belongings, countBelongings } from '../../../users/removal.js'
import * as argument from '../../terminal/arguments.js'
import { ask, counted, examples, toSize } from '../../terminal/messages.js'
import { requireAnyUser } from '../context/owner.js'
import { withContext } from '../context/with-context.js'

export const remove = new Command('remove')
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
      const { config, database } = context
      const files = { derived: await context.openDerived(), originals: await context.openOriginals() }
      await removeUser({ config, database, ...files }, id)
      process.stdout.write(`Removed ${email}.\n`)
    }),
  )

function describe({ albums, tags, keys, sessions, uploads, uploadedBytes }: Belongings) {
  const files = `${counted(uploads, 'uploaded file')} (${toSize(uploadedBytes)})`
  return [counted(albums, 'album'), counted(tags, 'tag'), counted(keys, 'key'), counted(sessions, 'session')]
    .join(', ')
    .concat(` and ${files}`)
}
