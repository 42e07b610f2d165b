import { Command } from 'commander'
import * as argument from '../terminal/arguments.js'
import { confirm, counted, examples } from '../terminal/messages.js'
import { deleteAssets, describeDeletion, findAssets } from './context/deleted-assets.js'
import { requireOwner } from './context/owner.js'
import { withContext } from './context/with-context.js'

const empty = new Command('empty')
  .description(
    'delete everything in the trash of a user for good, once you confirm it; imported files stay where they are',
  )
  .option('--user <email>', 'the owner of the trash (default: the only user)', argument.email)
  .option('--yes', 'delete without asking')
  .addHelpText('after', examples('trash empty --user ada@example.org', 'trash empty --yes'))
  .action(({ user, yes }: { user?: string; yes?: boolean }) =>
    withContext(async (context) => {
      const { id: ownerId, email } = await requireOwner(context.database, user)
      const assets = await findAssets(context.database, { ownerId, deletedAt: { not: null }, removedAt: null })
      if (assets.length === 0) {
        process.stdout.write(`The trash of ${email} is empty.\n`)
        return
      }
      process.stderr.write(describeDeletion(assets))
      if (!yes) await confirm('Delete them?')
      await deleteAssets(
        context,
        assets.map(({ id }) => id),
      )
      process.stdout.write(`Deleted ${counted(assets.length, 'asset')}.\n`)
    }),
  )

export const trash = new Command('trash').addCommand(empty)
