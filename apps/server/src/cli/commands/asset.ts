import { AssetType } from '@media-library/contract'
import { Command, Option } from 'commander'
import { moveToTrash, restoreDeleted } from '../../asset-changes/trash.js'
import { countAssets, listAssets } from '../../assets/asset.js'
import { inTransaction } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'
import * as argument from '../terminal/arguments.js'
import { confirm, counted, examples } from '../terminal/messages.js'
import { deleteAssets, describeDeletion, requireAssets } from './context/deleted-assets.js'
import { requireOwner } from './context/owner.js'
import { printAssets } from './context/print-assets.js'
import { withContext } from './context/with-context.js'

const TABLE_ROWS = 50

interface ListOptions {
  user?: string
  type?: AssetType
  folder?: string
  limit?: number
  deleted?: boolean
  json?: boolean
}

const list = new Command('list')
  .description('list the assets of a user, newest first')
  .option('--user <email>', 'the owner of the assets (default: the only user)', argument.email)
  .addOption(new Option('--type <type>', 'only assets of this type').choices(AssetType.options))
  .option('--folder <path>', 'only assets in this folder and its subfolders', argument.folder)
  .option('--deleted', 'list the assets in the trash instead, and imported ones that were deleted for good')
  .option('--limit <count>', `the maximum number of assets (default: ${TABLE_ROWS}, with --json all)`, argument.count)
  .option('--json', 'print one JSON array')
  .addHelpText(
    'after',
    examples(
      'asset list --user ada@example.org',
      'asset list --user ada@example.org --type VIDEO --limit 10',
      "asset list --user ada@example.org --folder ~/Pictures/Rome --json | jq -r '.[].id'",
    ),
  )
  .action(({ user, type, folder, deleted, limit, json }: ListOptions) =>
    withContext(async ({ database }) => {
      const owner = await requireOwner(database, user)
      const filter = { ownerId: owner.id, type, pathPrefix: folder, isDeleted: deleted }
      const assets = await listAssets(database, filter, limit ?? (json ? null : TABLE_ROWS))
      printAssets(assets, {
        json,
        empty: deleted
          ? 'Nothing is in the trash.'
          : `No assets match. \`media-library import <folder> --user ${owner.email}\` adds some.`,
      })
      if (json || limit !== undefined || assets.length < TABLE_ROWS) return
      const total = await countAssets(database, filter)
      if (total > assets.length)
        process.stderr.write(`These are the newest ${assets.length} of ${total} assets. Use --limit to list more.\n`)
    }),
  )

const trash = new Command('trash')
  .description('move assets to the trash, which empties itself after TRASH_DAYS')
  .argument('<id...>', 'the ids of the assets, which `asset list` prints', argument.ids)
  .addHelpText('after', examples('asset trash 0197a5c0-7c1e-7000-8000-0123456789ab'))
  .action((ids: string[]) =>
    withContext(async ({ database }) => {
      await requireAssets(database, ids)
      await inTransaction(database, (transaction) => moveToTrash(transaction, chosenBy(ids)))
      process.stdout.write(
        `Moved ${counted(ids.length, 'asset')} to the trash. \`media-library asset restore\` restores them.\n`,
      )
    }),
  )

const restore = new Command('restore')
  .description('restore assets from the trash, and imported ones that were deleted for good')
  .argument('<id...>', 'the ids of the assets, which `asset list --deleted` prints', argument.ids)
  .addHelpText('after', examples('asset restore 0197a5c0-7c1e-7000-8000-0123456789ab'))
  .action((ids: string[]) =>
    withContext(async ({ database }) => {
      await requireAssets(database, ids)
      const restored = await inTransaction(database, (transaction) => restoreDeleted(transaction, chosenBy(ids)))
      process.stdout.write(`Restored ${counted(restored, 'asset')}.\n`)
    }),
  )

const deleteCommand = new Command('delete')
  .description('delete assets for good, once you confirm it; imported files stay where they are')
  .argument('<id...>', 'the ids of the assets, which `asset list` prints', argument.ids)
  .option('--yes', 'delete without asking')
  .addHelpText('after', examples('asset delete 0197a5c0-7c1e-7000-8000-0123456789ab'))
  .action((ids: string[], { yes }: { yes?: boolean }) =>
    withContext(async (context) => {
      process.stderr.write(describeDeletion(await requireAssets(context.database, ids)))
      if (!yes) await confirm('Delete them?')
      await deleteAssets(context, ids)
      process.stdout.write(`Deleted ${counted(ids.length, 'asset')}.\n`)
    }),
  )

export const asset = new Command('asset')
  .addCommand(list)
  .addCommand(trash)
  .addCommand(restore)
  .addCommand(deleteCommand)

function chosenBy(ids: string[]) {
  return Prisma.sql`SELECT unnest(${ids}::uuid[])`
}
