import { createHash } from 'node:crypto'
import type { Asset } from '@media-library/contract'
import { toTurnName } from '../admission/turn-name.js'
import { announceVersion } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import type { JsonList } from '../answers/sent-body.js'
import { selectListVersion } from '../assets/asset-list.js'
import {
  constant,
  MIDDLE_LIST,
  type Piece,
  readPieces,
  SHORT_LIST,
  selectShortPieces,
  toTexts,
  type VisitingReader,
} from '../assets/asset-pieces.js'
import { isAlbumReadableBy } from '../assets/visibility.js'
import { ask, type Database, type Queryable } from '../database/ask.js'
import { readSnapshot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'
import { hasScope } from '../users/credential.js'
import { requireAlbum } from './access.js'
import { type AlbumAnswer, type AlbumRow, selectAlbumAssets, selectAnswer, toAlbumRow } from './album.js'
import { albumText, toAlbum, toVisitedAlbum } from './to-album.js'

export const getAlbumInfo: Handler<'getAlbumInfo'> = async (
  { params: { id }, query, headers, caller: { user, scopes, link }, endTurn, res },
  { database },
) => {
  const withoutAssets = query.withoutAssets === true || !hasScope(scopes, 'asset.read')
  const input = { id, userId: user.id, link }
  const toAnswer = (row: AlbumRow) => (link ? toVisitedAlbum(row) : toAlbum(row, user.id))
  const isKnown = (found: VersionedAlbum, ifNoneMatch?: string) => {
    const version = withoutAssets ? null : found.version
    return announceVersion(toEtag([user.id, link?.showMetadata], toAnswer(found), version), ifNoneMatch, res)
  }

  if (withoutAssets || headers['if-none-match'] !== undefined) {
    const found = requireAlbum(await findVisibleAlbum(database, input))
    if (isKnown(found, headers['if-none-match'])) return { status: 304, body: undefined }
    if (withoutAssets) return { status: 200, body: albumText(toAnswer(found), []) }
  }

  const opened = requireAlbum(await openVisibleAlbum(database, input, endTurn))
  isKnown(opened)
  return { status: 200, body: albumText(toAnswer(opened), opened.assets) }
}

/** Returns the entity tag of the answer: of the album and the list of its assets, both as the caller sees them. */
function toEtag(caller: unknown[], album: object, listVersion: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, album, listVersion]))
    .digest('base64url')
    .slice(0, 27)
}

/** A request of a user for an album. */
export interface AlbumInput {
  id: string
  userId: string
  /** The link of a visitor, whose id is that of the user; null for users. */
  link: VisitingReader | null
}

/** An album with the version of its list of assets, which changes with every byte of the list. */
export type VersionedAlbum = AlbumRow & Pick<AnswerRow, 'version' | 'isOwners'>

/** An album with its visible assets, newest first, as JSON without brackets, from one snapshot. */
export type OpenedAlbum = VersionedAlbum & { assets: JsonList<Asset> }

/** Finds an album without its assets; null unless the user may see it. */
async function findVisibleAlbum(source: Queryable, input: AlbumInput): Promise<VersionedAlbum | null> {
  const [row] = await ask<AnswerRow>(source, answerTo(input))
  return row ? toAlbumRow(row) : null
}

/** Opens an album with its assets; null unless the user may see it. */
async function openVisibleAlbum(
  database: Database,
  input: AlbumInput,
  endTurn: () => void,
): Promise<OpenedAlbum | null> {
  const rows = await readShortAlbum(database, input)
  const [row] = rows
  if (row) return { ...toAlbumRow(row), assets: toTexts(rows) }
  const size = await findVisibleSize(database, input)
  if (size === null) return null
  const readerId = toTurnName(input.userId, input.link)
  return readSnapshot(database, { readerId, isLong: size > MIDDLE_LIST, endTurn }, async (snapshot) => {
    const found = await findVisibleAlbum(snapshot, input)
    if (!found) {
      snapshot.close()
      return null
    }
    const reader = input.link ?? (found.isOwners && found.ownerId === input.userId ? null : input.userId)
    return { ...found, assets: await readPieces(snapshot, selectAlbumAssets(input.id), { reader }) }
  })
}

type AnswerRow = AlbumAnswer & { version: string }

const version = Prisma.sql`,
  ${selectListVersion(Prisma.raw('album.id'))} || '-' || to_hex(
    coalesce((SELECT bit_xor(uuid_hash_extended(asset_id, 0)) FROM album_asset WHERE album_id = album.id), 0)
  ) AS version`

function isVisible({ id, userId }: AlbumInput): Prisma.Sql {
  return Prisma.sql`album.id = ${id}::uuid AND ${isAlbumReadableBy(userId)}`
}

function answerTo(input: AlbumInput): Prisma.Sql {
  return Prisma.sql`${selectAnswer(Prisma.sql`album`, version)} WHERE ${isVisible(input)}`
}

/**
 * Reads an album with its list; returns nothing when the list is not short, or the user may not see it. OFFSET 0 prevents the album
 * from being read again for each piece.
 */
function readShortAlbum(database: Database, input: AlbumInput): Promise<(AnswerRow & Piece)[]> {
  const isShort = Prisma.sql`
    NOT EXISTS (SELECT FROM album_asset WHERE album_id = album.id OFFSET ${constant(SHORT_LIST)})`
  return ask(
    database,
    Prisma.sql`
      SELECT * FROM (${answerTo(input)} AND ${isShort} OFFSET 0) AS answer
      LEFT JOIN LATERAL (${selectShortPieces(selectAlbumAssets(input.id), input.link ?? input.userId)}) AS pieces ON true`,
  )
}

/** Counts the assets of an album, at most one more than a middle list has; null unless the user may see it. */
async function findVisibleSize(database: Database, input: AlbumInput): Promise<number | null> {
  const [row] = await ask<{ size: number }>(
    database,
    Prisma.sql`
      SELECT (
        SELECT count(*)::int
        FROM (SELECT FROM album_asset WHERE album_id = album.id LIMIT ${constant(MIDDLE_LIST + 1)}) AS held
      ) AS size
      FROM album WHERE ${isVisible(input)}`,
  )
  return row?.size ?? null
}
