import { Command } from 'commander'
import { listAssets } from '../../assets/asset.js'
import { find } from '../../search/search-metadata.js'
import * as argument from '../terminal/arguments.js'
import { examples } from '../terminal/messages.js'
import { requireOwner } from './context/owner.js'
import { printAssets } from './context/print-assets.js'
import { withContext } from './context/with-context.js'

const TABLE_ROWS = 50

interface SearchOptions {
  user?: string
  limit: number
  json?: boolean
}

export const search = new Command('search')
  .argument(
    '<words...>',
    'words that an asset has: of names, descriptions, albums, tags, people, places, cameras or dates',
  )
  .option('--user <email>', 'the owner of the assets (default: the only user)', argument.email)
  .option('--limit <count>', 'the maximum number of assets', argument.fewer, TABLE_ROWS)
  .option('--json', 'print one JSON array')
  .addHelpText(
    'after',
    examples('search lisbon june 2019', "search grandma beach --limit 1000 --json | jq -r '.[].originalPath'"),
  )
  .action((words: string[], { user, limit, json }: SearchOptions) =>
    withContext(async ({ database }) => {
      const owner = await requireOwner(database, user)
      const q = words.join(' ')
      const wanted = { ownerId: owner.id, q, filter: {}, order: 'desc', page: 1, size: limit } as const
      const { ids } = await find(database, wanted)
      const assets = await listAssets(database, { ownerId: owner.id, ids: ids.slice(0, limit) }, null)
      printAssets(assets, {
        json,
        empty: `Nothing has all of these words: ${q}. Try fewer words, or the beginning of one.`,
      })
      if (!json && ids.length > limit) process.stderr.write('There are more. Use --limit to list them.\n')
    }),
  )
