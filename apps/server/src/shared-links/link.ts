import { createHash, createHmac } from 'node:crypto'
import type { VisitedLink } from '../answers/handler.js'
import { isLinkOpen } from '../assets/visibility.js'
import { ask, type Queryable, selectColumns } from '../database/ask.js'
import { Prisma, type SharedLink } from '../generated/prisma/client.js'
import { toUserRow, type UserJson, userColumns } from '../users/to-user.js'

/** A link with what its answer counts, and the secret of the servers, from which its key follows. */
export interface LinkRow extends SharedLink {
  secret: Uint8Array | null
  assetCount: number
}

export const linkColumns: Prisma.Sql = selectColumns(Prisma.SharedLinkScalarFieldEnum, 'shared_link')

const secret = Prisma.sql`(SELECT secret FROM sign_in_secret) AS secret`

/** Counts the visible assets that a row of `shared_link` shows. */
const assetCount = Prisma.sql`(
  SELECT count(*)::int FROM asset
  WHERE is_visible AND deleted_at IS NULL AND id = ANY (
    CASE WHEN shared_link.album_id IS NULL THEN ARRAY (SELECT asset_id FROM shared_link_asset WHERE link_id = shared_link.id)
    ELSE ARRAY (SELECT asset_id FROM album_asset WHERE album_asset.album_id = shared_link.album_id) END
  )
) AS "assetCount"`

/** Returns the key of a link. Whoever has the secret of the servers can repeat it, so that its owner can be shown it again. */
export function toKey(secretOfServers: Uint8Array, linkId: string): string {
  return createHmac('sha256', secretOfServers).update(`the key of the link ${linkId}`).digest('base64url')
}

/** Returns the token that stands for the password of a link, until the password changes. */
export function toToken({
  secret,
  id,
  passwordHash,
}: Pick<SharedLink, 'id' | 'passwordHash'> & { secret: Uint8Array | null }): string | null {
  if (secret === null || passwordHash === null) return null
  return createHmac('sha256', secret).update(`the token of the link ${id} ${passwordHash}`).digest('base64url')
}

/** Returns the SHA-256 of a key, which is what the library stores, and looks up. */
export function hashKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(key).digest())
}

/** Returns the key of a link to show; empty when the secret is no longer the one that made it. */
export function toShownKey({ id, keyHash, secret }: Pick<LinkRow, 'id' | 'keyHash' | 'secret'>): string {
  const key = secret === null ? '' : toKey(secret, id)
  return Buffer.compare(hashKey(key), keyHash) === 0 ? key : ''
}

/** A link that a visitor opens, with what checks a token of it. */
export type OpenedLink = Omit<VisitedLink, 'key'> & { secret: Uint8Array | null }

/**
 * Finds the links with these hashes of keys, in the same order; null for each that is wrong, removed, expired, or one of a user who was
 * removed. All of these take the same time.
 */
export async function findOpenLinks(
  queryable: Queryable,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<(OpenedLink | null)[]> {
  const rows = await ask<SharedLink & { secret: Uint8Array | null; owner: UserJson }>(
    queryable,
    Prisma.sql`
      SELECT ${linkColumns}, ${secret}, to_json(owner) AS owner
      FROM shared_link JOIN (SELECT ${userColumns} FROM "user" WHERE deleted_at IS NULL) AS owner ON owner.id = user_id
      WHERE encode(key_hash, 'hex') = ANY ((SELECT ${hashes.map(toHex)}::text[])::text[]) AND ${isLinkOpen}`,
  )
  const found = new Map(rows.map(({ owner, ...link }) => [toHex(link.keyHash), { ...link, owner: toUserRow(owner) }]))
  return hashes.map((hash) => found.get(toHex(hash)) ?? null)
}

function toHex(bytes: Uint8Array) {
  return Buffer.from(bytes).toString('hex')
}

/** Lists the links of a user, newest first; only one of them, if an id is given. */
export function listOwnLinks(queryable: Queryable, userId: string, id: string | null = null): Promise<LinkRow[]> {
  return ask<LinkRow>(
    queryable,
    Prisma.sql`
      SELECT ${linkColumns}, ${secret}, ${assetCount} FROM shared_link
      WHERE user_id = ${userId}::uuid AND (${id}::uuid IS NULL OR id = ${id}::uuid)
      ORDER BY created_at DESC, id DESC`,
  )
}

/** Counts the assets that a link shows. */
export async function countShown(queryable: Queryable, id: string): Promise<number> {
  const [row] = await ask<{ assetCount: number }>(
    queryable,
    Prisma.sql`SELECT ${assetCount} FROM shared_link WHERE id = ${id}::uuid`,
  )
  return row?.assetCount ?? 0
}
