import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** Returns the secret by which all servers of a database seal the states of sign-ins. The first that asks makes it. */
export async function findSignInSecret(database: Queryable, make: () => Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const [found] = await ask<{ secret: Uint8Array }>(database, Prisma.sql`SELECT secret FROM sign_in_secret`)
  if (found) return found.secret
  await ask(database, Prisma.sql`INSERT INTO sign_in_secret (secret) VALUES (${make()}) ON CONFLICT DO NOTHING`)
  return findSignInSecret(database, make)
}

/** Notes that the sign-in of a state is finished, and removes some that were 10 minutes ago. Returns false when it was noted before. */
export async function finishSignIn(database: Queryable, stateHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const noted = await ask<{ stateHash: Uint8Array }>(
    database,
    Prisma.sql`
      WITH removed AS (
        DELETE FROM sign_in WHERE state_hash IN (
          SELECT state_hash FROM sign_in WHERE created_at <= now() - interval '10 minutes'
          LIMIT 1000 FOR UPDATE SKIP LOCKED))
      INSERT INTO sign_in (state_hash) VALUES (${stateHash}) ON CONFLICT DO NOTHING
      RETURNING state_hash AS "stateHash"`,
  )
  return noted.length > 0
}
