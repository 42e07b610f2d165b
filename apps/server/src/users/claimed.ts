import { Prisma } from '../generated/prisma/client.js'
import { type CredentialClaim, sameSecret } from './credential.js'

/** The columns of a claimed key or session that identify it. */
export interface ClaimedRow {
  claimedId: string
  secretHash: Uint8Array
}

/**
 * Returns the condition that a row of `api_key` or `session` has the id of a claim, and the secret of one. A wrong secret costs the
 * same as a missing row, so that nobody learns from the time which ids exist.
 */
export function isClaimed(table: 'api_key' | 'session', claims: readonly CredentialClaim[]): Prisma.Sql {
  const ids = claims.map(({ id }) => id)
  const secrets = claims.map(({ secretHash }) => Buffer.from(secretHash).toString('hex'))
  const row = Prisma.raw(table)
  return Prisma.sql`
    ${row}.id = ANY ((SELECT ${ids}::uuid[])::uuid[])
    AND encode(${row}.secret_hash, 'hex') = ANY ((SELECT ${secrets}::text[])::text[])`
}

/**
 * Returns the rows of the claims, in the same order; null for each claim that has none, or whose row belongs to another one.
 */
export function inOrder<Row extends ClaimedRow, Credential>(
  claims: readonly CredentialClaim[],
  rows: Row[],
  convert: (row: Omit<Row, keyof ClaimedRow>) => Credential,
): (Credential | null)[] {
  const found = new Map(rows.map((row) => [row.claimedId, row]))
  return claims.map(({ id, secretHash }) => {
    const row = found.get(id)
    if (!row || !sameSecret(row.secretHash, secretHash)) return null
    const { claimedId: _, secretHash: _hash, ...credential } = row
    return convert(credential)
  })
}
