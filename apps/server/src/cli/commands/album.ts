import { Command } from 'commander'
import { listAlbums } from '../../albums/album.js'
import { deleteOwnAlbum } from '../../albums/delete-album.js'
import { unshareAlbum } from '../../albums/remove-user-from-album.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { UserError } from '../../errors.js'
import * as argument from '../terminal/arguments.js'
import { printable, printListing } from '../terminal/listing.js'
import { examples } from '../terminal/messages.js'
import { requireAnyUser, requireUser } from './context/owner.js'
import { withContext } from './context/with-context.js'

const list = new Command('list')
  .description('list the albums, oldest first')
  .option('--user <email>', 'the owner of the albums (default: all users)', argument.email)
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

const deleteCommand = new Command('delete')
  .description('delete an album for good; its assets are kept')
  .argument('<id>', 'the id of the album, which `album list` prints', argument.id)
  .addHelpText('after', examples('album delete 0197a5c0-7c1e-7000-8000-0123456789ab'))
  .action((id: string) =>
    withContext(async ({ database }) => {
      const { ownerId, albumName } = await requireAlbum(database, id)
      await deleteOwnAlbum(database, { id, callerId: ownerId })
      process.stdout.write(`Deleted the album "${printable(albumName)}".\n`)
    }),
  )

const unshare = new Command('unshare')
  .description('remove a user from an album; the assets that they added stay in it')
  .argument('<id>', 'the id of the album, which `album list` prints', argument.id)
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .addHelpText('after', examples('album unshare 0197a5c0-7c1e-7000-8000-0123456789ab ben@example.org'))
  .action((id: string, email: string) =>
    withContext(async ({ database }) => {
      const { ownerId, albumName } = await requireAlbum(database, id)
      const user = await requireAnyUser(database, email)
      const unshared = await unshareAlbum(database, { id, callerId: ownerId, userId: user.id })
      if (!unshared?.isRemoved) throw new UserError(`the album "${albumName}" is not shared with ${email}.`)
      process.stdout.write(`The album "${printable(albumName)}" is no longer shared with ${email}.\n`)
    }),
  )

export const album = new Command('album').addCommand(list).addCommand(deleteCommand).addCommand(unshare)

async function requireAlbum(database: PrismaDatabase, id: string) {
  const found = await database.album.findUnique({ where: { id }, select: { ownerId: true, albumName: true } })
  if (found) return found
  throw new UserError(`there is no album ${id}. \`media-library album list\` lists the albums.`)
}
