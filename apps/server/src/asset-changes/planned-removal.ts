import { v7 as uuidv7 } from 'uuid'
import { ask, type Connection, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** Files that `purge` removes after a day, unless they are kept. */
export type PlannedRemoval = string[]

/** Notes files before they are written, so that after a crash they are either recorded or removed. */
export async function planRemoval(database: Queryable, ownerId: string, paths: string[]): Promise<PlannedRemoval> {
  const ids = paths.map(() => uuidv7())
  await ask(
    database,
    Prisma.sql`
      INSERT INTO file_removal (asset_id, owner_id, original_path, due_at)
      SELECT id, ${ownerId}::uuid, path, now() + interval '1 day'
      FROM unnest(${ids}::uuid[], ${paths}::text[]) AS planned (id, path)`,
  )
  return ids
}

/** Keeps files. Call it in the transaction that records them. Throws when a day has passed. */
export async function keepPlanned(transaction: Connection, planned: PlannedRemoval): Promise<void> {
  const kept = await ask(
    transaction,
    Prisma.sql`DELETE FROM file_removal WHERE asset_id = ANY (${planned}::uuid[]) RETURNING asset_id`,
  )
  if (kept.length !== planned.length) throw new Error('The files were removed, because sending them took a day.')
}

/** Makes `purge` remove files soon. */
export async function removePlanned(database: Queryable, planned: PlannedRemoval): Promise<void> {
  await ask(database, Prisma.sql`UPDATE file_removal SET due_at = now() WHERE asset_id = ANY (${planned}::uuid[])`)
}
