import { createHash, createHmac, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto'
import { ask, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

const STATE = /^[A-Za-z0-9_-]{43}$/

const SECOND = 1_000
const LIFE_MS = 600 * SECOND

/** The number of random bytes in a state, which has 32 bytes, as a secret. */
const PLAIN_BYTES = 16
const SEAL_BYTES = 16

/** Returns 256 random bits as text. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSecret(text: string): boolean {
  return STATE.test(text)
}

/** Returns the hash of a secret, which is what the library stores. */
export function toHash(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** The facts of the beginning of a sign-in that have to be the same at its end. */
export type Beginning = readonly (string | null)[]

/**
 * Creates the state of a sign-in: its time and random bits, and a seal over them and the beginning. Nothing is stored, so nobody can make
 * the service forget the sign-ins of others.
 */
export function sealState(secret: Uint8Array, beginning: Beginning): string {
  const plain = randomFillSync(Buffer.alloc(PLAIN_BYTES))
  plain.writeUInt32BE(Math.floor(Date.now() / SECOND))
  return Buffer.concat([plain, toSeal(secret, plain, beginning)]).toString('base64url')
}

/**
 * Returns whether the state is that of a sign-in with this beginning, within so many milliseconds, by default 10 minutes. The clock of the
 * server that sealed it may be ahead by as much.
 */
export function isBegun(secret: Uint8Array, state: string, beginning: Beginning, lifeMs: number = LIFE_MS): boolean {
  const bytes = Buffer.from(state, 'base64url')
  const plain = bytes.subarray(0, PLAIN_BYTES)
  const isOurs = timingSafeEqual(bytes.subarray(PLAIN_BYTES), toSeal(secret, plain, beginning))
  return isOurs && Math.abs(Date.now() - plain.readUInt32BE() * SECOND) < lifeMs
}

function toSeal(secret: Uint8Array, plain: Uint8Array, beginning: Beginning): Buffer {
  const seal = createHmac('sha256', secret).update('seal').update(plain).update(JSON.stringify(beginning))
  return seal.digest().subarray(0, SEAL_BYTES)
}

/**
 * Derives the PKCE verifier and the nonce of a sign-in from its state, which only the browser has, and the secret, which only the
 * database has. An address in a browser's history is not enough to redeem a code.
 */
export function toProofs(secret: Uint8Array, state: string): { codeVerifier: string; nonce: string } {
  const derive = (label: string) => createHmac('sha256', secret).update(`${label} ${state}`).digest('base64url')
  return { codeVerifier: derive('pkce'), nonce: derive('nonce') }
}

/** Returns the secret with which all servers of a database seal the states of sign-ins. The first call creates it. */
export async function findSignInSecret(database: PrismaDatabase): Promise<Uint8Array> {
  const [found] = await ask<{ secret: Uint8Array }>(database, Prisma.sql`SELECT secret FROM sign_in_secret`)
  if (found) return found.secret
  const secret = new Uint8Array(randomBytes(32))
  await database.signInSecret.createMany({ data: { secret }, skipDuplicates: true })
  return findSignInSecret(database)
}

/**
 * Records that the sign-in of a state is finished, and removes some records that are older than an hour: clocks may differ. Returns false
 * when it was already recorded.
 */
export async function claimState(database: Queryable, stateHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const noted = await ask<{ stateHash: Uint8Array }>(
    database,
    Prisma.sql`
      WITH removed AS (
        DELETE FROM sign_in WHERE state_hash IN (
          SELECT state_hash FROM sign_in WHERE created_at <= now() - interval '1 hour'
          LIMIT 1000 FOR UPDATE SKIP LOCKED))
      INSERT INTO sign_in (state_hash) VALUES (${stateHash}) ON CONFLICT DO NOTHING
      RETURNING state_hash AS "stateHash"`,
  )
  return noted.length > 0
}
