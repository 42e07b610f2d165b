import { AssetType } from '@media-library/contract'
import { Command, Option } from 'commander'
import { countAssets, listAssets } from '../../assets/asset.js'
import * as argument from '../terminal/arguments.js'
import { examples } from '../terminal/help.js'
import { printListing } from '../terminal/listing.js'
import { requireOwner } from './library/owner.js'
import { withContext } from './library/with-context.js'

const TABLE_ROWS = 50

interface ListOptions {
  user?: string
  type?: AssetType
  folder?: string
  limit?: number
  json?: boolean
}

const list = new Command('list')
  .description('list the assets of a user, newest first')
  .option('--user <email>', 'whose assets (default: those of the only user)', argument.email)
  .addOption(new Option('--type <type>', 'only assets of this type').choices(AssetType.options))
  .option('--folder <path>', 'only assets in this folder and its subfolders', argument.folder)
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
  .action(({ user, type, folder, limit, json }: ListOptions) =>
    withContext(async ({ database }) => {
      const owner = await requireOwner(database, user)
      const filter = { ownerId: owner.id, type, pathPrefix: folder }
      const assets = await listAssets(database, filter, limit ?? (json ? null : TABLE_ROWS))
      const rows = assets.map(({ tags, ...asset }) => ({ ...asset, tags: tags.map(({ tag }) => tag.name).sort() }))
      printListing(rows, {
        json,
        columns: [
          ['id', 'ID'],
          ['type', 'Type'],
          ['fileCreatedAt', 'Created'],
          ['originalFileName', 'Name'],
          ['tags', 'Tags'],
        ],
        empty: `No assets match. \`media-library import <folder> --user ${owner.email}\` adds some.`,
      })
      if (json || limit !== undefined || rows.length < TABLE_ROWS) return
      const total = await countAssets(database, filter)
      if (total > rows.length)
        process.stderr.write(`These are the newest ${rows.length} of ${total} assets. Use --limit to list more.\n`)
    }),
  )

export const asset = new Command('asset').addCommand(list)
