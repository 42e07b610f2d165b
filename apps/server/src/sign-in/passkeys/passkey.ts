import { v7 as uuidv7 } from 'uuid'
import { requireUnderLimit } from '../../answers/refusals.js'
import { ask, type Queryable } from '../../database/ask.js'
import { inTurn } from '../../database/in-turn.js'
import { type Passkey, Prisma, type User as UserRow } from '../../generated/prisma/client.js'
import { userColumns } from '../../users/to-user.js'

/** The number of passkeys that a user may have. */
export const MOST_PASSKEYS = 10

/** A passkey as its user may see it. */
export type PasskeyRow = Pick<Passkey, 'id' | 'name' | 'origin' | 'createdAt' | 'usedAt'>

const columns = Prisma.sql`id, name, origin, created_at AS "createdAt", used_at AS "usedAt"`

/** Lists the passkeys of a user, newest first. */
export function listPasskeys(
  database: Queryable,
  userId: string,
): Promise<(PasskeyRow & Pick<Passkey, 'credentialId'>)[]> {
  return ask(
    database,
    Prisma.sql`
      SELECT ${columns}, credential_id AS "credentialId" FROM passkey
      WHERE user_id = ${userId}::uuid ORDER BY created_at DESC, id DESC`,
  )
}

/** A passkey to store. */
export type NewPasskey = Pick<Passkey, 'userId' | 'credentialId' | 'publicKey' | 'origin' | 'name'> & {
  counter: number
}

/** Adds a passkey in the turn of its user, as `storePasskey` describes. */
export function addPasskey(database: Queryable, passkey: NewPasskey): Promise<PasskeyRow | null> {
  return inTurn(database, { what: 'passkeys', userId: passkey.userId }, (turn) => storePasskey(turn, passkey))
}

/** Stores a passkey. Returns null when it is somebody's already. Throws `limit_reached` when its user has so many. */
export async function storePasskey(
  database: Queryable,
  { userId, credentialId, publicKey, counter, origin, name }: NewPasskey,
): Promise<PasskeyRow | null> {
  const [row] = await ask<{ held: number } & { [Name in keyof PasskeyRow]: PasskeyRow[Name] | null }>(
    database,
    Prisma.sql`
      WITH held AS (
        SELECT count(*)::int AS held FROM passkey WHERE user_id = ${userId}::uuid
      ), added AS (
        INSERT INTO passkey (id, user_id, credential_id, public_key, counter, origin, name)
        SELECT ${uuidv7()}::uuid, ${userId}::uuid, ${credentialId}::bytea, ${publicKey}::bytea, ${counter}::bigint, ${origin}, ${name}
        FROM held WHERE held < ${MOST_PASSKEYS}::int
        ON CONFLICT DO NOTHING
        RETURNING *
      )
      SELECT held, ${columns} FROM held LEFT JOIN added ON true`,
  )
  const { held, id, name: named, origin: at, createdAt, usedAt } = row ?? {}
  requireUnderLimit(held === MOST_PASSKEYS ? null : true, 'passkeys', MOST_PASSKEYS)
  return id && named && at && createdAt ? { id, name: named, origin: at, createdAt, usedAt: usedAt ?? null } : null
}

/** A passkey with which somebody signs in, and its active user. */
export type UsablePasskey = UserRow & { passkeyId: string; publicKey: Uint8Array<ArrayBuffer>; counter: number }

/** Finds the passkey of a credential that was made at an address, unless its user is deleted; null when there is none. */
export async function findPasskey(
  database: Queryable,
  { credentialId, origin }: { credentialId: Uint8Array; origin: string },
): Promise<UsablePasskey | null> {
  const [row] = await ask<UsablePasskey>(
    database,
    Prisma.sql`
      SELECT ${userColumns}, passkey.id AS "passkeyId", public_key AS "publicKey", counter::float8 AS counter
      FROM passkey JOIN "user" ON "user".id = user_id
      WHERE credential_id = ${credentialId}::bytea AND origin = ${origin} AND deleted_at IS NULL`,
  )
  return row ?? null
}

/** Records that a passkey signed its user in. Returns false when it did so with this counter or a higher one meanwhile, or was removed. */
export async function usePasskey(database: Queryable, id: string, counter: number): Promise<boolean> {
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`
      UPDATE passkey SET counter = ${counter}::bigint, used_at = now()
      WHERE id = ${id}::uuid AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))
      RETURNING id`,
  )
  return rows.length > 0
}

/** Renames a passkey of a user. Returns null when they have no such passkey. */
export async function renamePasskey(
  database: Queryable,
  { id, userId, name }: Pick<Passkey, 'id' | 'userId' | 'name'>,
): Promise<PasskeyRow | null> {
  const [row] = await ask<PasskeyRow>(
    database,
    Prisma.sql`
      UPDATE passkey SET name = ${name} WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING ${columns}`,
  )
  return row ?? null
}

/** Removes a passkey of a user. Returns null when they have no such passkey. */
export async function removePasskey(
  database: Queryable,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
): Promise<{ id: string } | null> {
  const [row] = await ask<{ id: string }>(
    database,
    Prisma.sql`DELETE FROM passkey WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING id`,
  )
  return row ?? null
}
