import { HIDDEN_PASSWORD } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { checkedAssets, requireUnderLimit, requireUsable, type Unusable, unusableInput } from '../answers/refusals.js'
import { askOne, type Queryable } from '../database/ask.js'
import { inTurn } from '../database/in-turn.js'
import { withTimeFor } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma, type SharedLink } from '../generated/prisma/client.js'
import { hashPassword } from '../sign-in/password-hash.js'
import { findSignInSecret } from '../sign-in/sign-in-state.js'
import { requireOwnAlbum } from './access.js'
import { readOwnLink } from './get-shared-links.js'
import { hashKey, toKey } from './link.js'

export const createSharedLink: Handler<'createSharedLink'> = async ({ body, caller, endTurn, req }, { database }) => {
  const { user } = caller
  const { assetIds = [], albumId, showMetadata = true } = body
  const passwordHash = await hashNewPassword(body.password, user.id)
  const id = uuidv7()
  const keyHash = hashKey(toKey(await findSignInSecret(database), id))
  const link = {
    id,
    userId: user.id,
    keyHash,
    albumId: albumId ?? null,
    description: body.description || null,
    passwordHash: passwordHash ?? null,
    allowDownload: body.allowDownload ?? true,
    allowUpload: body.allowUpload ?? false,
    showMetadata,
    expiresAt: body.expiresAt ? new Date(body.expiresAt) : null,
  }
  const written = await inTurn(database, { what: 'links', userId: user.id }, (turn) => writeLink(turn, link, assetIds))
  requireOwnAlbum(albumId, written.isAlbumOwn)
  requireUsable({ property: 'assetIds', ids: assetIds, unusable: written.unusable })
  requireUnderLimit(written.created, 'links', MOST_LINKS)
  void announceEvents(database)
  audit(req, { act: 'made a link', userId: user.id, linkId: id })
  return { status: 201, body: await readOwnLink(database, id, { caller, endTurn }) }
}

/** Returns the hash of a password; null for an empty one, and undefined when there is none, or one that an answer has hidden. */
export async function hashNewPassword(
  password: string | undefined,
  userId: string,
): Promise<string | null | undefined> {
  if (password === undefined || password === HIDDEN_PASSWORD) return undefined
  return password === '' ? null : hashPassword(password, userId)
}

/** The number of links that a user may have. */
const MOST_LINKS = 1_000

/** A link to store. */
export type NewLink = Omit<SharedLink, 'createdAt' | 'viewCount' | 'viewedAt'>

interface WrittenLink {
  isAlbumOwn: boolean
  unusable: Unusable | null
  /** The id of the link; null when nothing was written. */
  created: string | null
}

/** Creates a link to an album, or to chosen assets, of its user; or nothing, when an id is not the user's, or there are 1,000. */
export function writeLink(queryable: Queryable, link: NewLink, assetIds: string[]): Promise<WrittenLink> {
  const isUsable = Prisma.sql`owner_id = ${link.userId}::uuid AND is_visible AND deleted_at IS NULL ORDER BY id FOR KEY SHARE`
  return withTimeFor(queryable, assetIds, (timed) =>
    askOne<WrittenLink>(
      timed,
      Prisma.sql`
        WITH ${checkedAssets(assetIds, { isUsable })}, album_check AS MATERIALIZED (
          SELECT ${link.albumId}::uuid IS NULL OR EXISTS (
            SELECT FROM album WHERE id = ${link.albumId}::uuid AND owner_id = ${link.userId}::uuid
          ) AS is_own
        ), created AS (
          INSERT INTO shared_link (
            id, user_id, key_hash, album_id, description, password_hash, allow_download, allow_upload, show_metadata, expires_at
          )
          SELECT ${link.id}::uuid, ${link.userId}::uuid, ${link.keyHash}, ${link.albumId}::uuid, ${link.description},
            ${link.passwordHash}, ${link.allowDownload}::boolean, ${link.allowUpload}::boolean, ${link.showMetadata}::boolean,
            ${link.expiresAt}::timestamptz
          FROM album_check WHERE is_own AND NOT EXISTS (SELECT FROM unusable)
            AND NOT EXISTS (SELECT FROM shared_link WHERE user_id = ${link.userId}::uuid OFFSET ${MOST_LINKS - 1}::int)
          RETURNING id
        ), chosen AS (
          INSERT INTO shared_link_asset (link_id, asset_id, file_created_at)
          SELECT created.id, usable.id, file_created_at FROM created, usable
        ), recorded AS (
          INSERT INTO event (type, link_id, subject) SELECT 'link.created', id, ${link.userId} FROM created
        )
        SELECT is_own AS "isAlbumOwn", ${unusableInput} AS unusable, (SELECT id FROM created) AS created FROM album_check`,
    ),
  )
}
