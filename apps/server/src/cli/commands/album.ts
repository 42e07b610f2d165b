import { Command } from 'commander'
import { listAlbums } from '../../albums/album.js'
import * as argument from '../terminal/arguments.js'
import { examples } from '../terminal/help.js'
import { printListing } from '../terminal/listing.js'
import { requireUser } from './library/owner.js'
import { withContext } from './library/with-context.js'

const list = new Command('list')
  .description('list the albums, oldest first')
  .option('--user <email>', 'whose albums (default: those of all users)', argument.email)
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('album list', "album list --user ada@example.org --json | jq -r '.[].id'"))
  .action(({ user, json }: { user?: string; json?: boolean }) =>
    withContext(async ({ database }) => {
      const owner = user === undefined ? null : await requireUser(database, user)
      const albums = await listAlbums(database, owner?.id ?? null)
      const rows = albums.map(({ _count, owner, ...album }) => {
        return { ...album, owner: owner.email, assetCount: _count.assets, sharedUserCount: _count.sharedUsers }
      })
      printListing(rows, {
        json,
        columns: [
          ['id', 'ID'],
          ['albumName', 'Name'],
          ['owner', 'Owner'],
          ['assetCount', 'Assets'],
          ['sharedUserCount', 'Shared with'],
          ['createdAt', 'Created'],
        ],
        empty: 'There are no albums yet. Create one with `POST /api/album` and a key from `media-library key create`.',
      })
    }),
  )

export const album = new Command('album').addCommand(list)
