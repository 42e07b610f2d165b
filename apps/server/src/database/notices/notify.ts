import { Prisma } from '../../generated/prisma/client.js'
import { ask } from '../ask.js'
import type { Database } from '../connect.js'

/** Tells whoever listens on a channel. Never throws: a notification may be lost. */
export async function notify(database: Database, channel: string, payload = ''): Promise<void> {
  await ask(database, Prisma.sql`SELECT pg_notify(${channel}, ${payload})::text`).catch(() => {})
}
