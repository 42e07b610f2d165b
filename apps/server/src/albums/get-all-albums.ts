import type { Handler } from '../answers/handler.js'
import { jsonText } from '../answers/json-text.js'
import { nextLink, readCursor } from '../answers/list-page.js'
import type { AlbumRow } from './album.js'
import { type AlbumBatches, readAlbums } from './album-list.js'
import { toAlbum } from './to-album.js'

export const getAllAlbums: Handler<'getAllAlbums'> =
  ({ database }) =>
  async ({ query, req, res }) => {
    const { limit = null, cursor, ...filter } = query
    const wish = { ...filter, userId: req.user.id }
    const { albums, last } = await readAlbums(database, wish, { after: readCursor(cursor), limit })
    if (last) res.set('Link', nextLink(req.path, query, last))
    const textOf = (rows: AlbumRow[]) =>
      rows.map((row) => JSON.stringify({ ...toAlbum(row, req.user.id), assets: [] })).join(',')
    return { status: 200, body: jsonText('[', Array.isArray(albums) ? textOf(albums) : piecesOf(albums, textOf), ']') }
  }

function piecesOf({ close, signal, ...batches }: AlbumBatches, textOf: (rows: AlbumRow[]) => string) {
  return {
    close,
    signal,
    async *[Symbol.asyncIterator]() {
      let separator = ''
      for await (const rows of batches) {
        yield Buffer.from(separator + textOf(rows))
        separator = ','
      }
    },
  }
}
