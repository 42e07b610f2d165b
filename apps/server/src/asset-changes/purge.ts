import { isInTrash, joinTrash } from '../assets/asset.js'
import type { Config } from '../config/config.js'
import { ask, type Connection, type Database } from '../database/ask.js'
import { inStatement, inTransaction } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import type { Logger } from '../logger.js'
import { type DerivedFiles, toDerivedKey } from '../storage/derived-files.js'
import type { Originals } from '../storage/originals.js'
import { advanceRetentionClock } from './retention-clock.js'
import { deleteForGood } from './trash.js'

interface PurgeContext {
  config: Pick<Config, 'trashDays'>
  database: Database
  derived: Pick<DerivedFiles, 'remove'>
  originals: Pick<Originals, 'motion' | 'remove'>
  logger: Logger
}

/** The number of rows in a statement. More would hold its locks for seconds. */
const ROWS_AT_ONCE = 1_000

/** The number of assets whose noted files are looked up at once. */
const FILES_AT_ONCE = 20

/**
 * Deletes for good the assets that have been in the trash for too long; then removes the rows of uploads that are deleted for good, and
 * then their files. It can be interrupted at any moment: a row is removed in the statement that notes its files, and the note goes
 * after the files. Several processes can do it at once.
 */
export async function purge(context: PurgeContext, signal?: AbortSignal): Promise<void> {
  const steps = [
    { run: () => deleteExpired(context), atOnce: ROWS_AT_ONCE },
    { run: () => removeRows(context.database), atOnce: ROWS_AT_ONCE },
    { run: () => removeSomeFiles(context), atOnce: FILES_AT_ONCE },
  ]
  try {
    for (const { run, atOnce } of steps) while ((await run()) === atOnce && !signal?.aborted);
  } catch (error) {
    context.logger.warn({ err: error }, 'the trash could not be emptied; it is tried again in a minute')
  }
}

async function deleteExpired({ config: { trashDays }, database, logger }: PurgeContext): Promise<number> {
  const time = await advanceRetentionClock(database, logger)
  if (trashDays === 0) return 0
  const expired = Prisma.sql`
    SELECT asset.id FROM ${joinTrash(null)}
    WHERE ${isInTrash} AND asset.deleted_at < ${time}::timestamptz - ${trashDays}::float * interval '1 day'
    ORDER BY asset.id LIMIT ${ROWS_AT_ONCE}
    FOR NO KEY UPDATE OF asset`
  const deleted = await inStatement(database, (queryable) => deleteForGood(queryable, expired))
  if (deleted > 0) void announceEvents(database)
  return deleted
}

/** Removes rows of uploads, and with them those of the videos inside photos. Returns the number of uploads. */
async function removeRows(database: Database): Promise<number> {
  const removed = await inStatement(database, (queryable) =>
    ask<{ id: string }>(
      queryable,
      Prisma.sql`
        WITH chosen AS MATERIALIZED (
          SELECT id, owner_id, original_path FROM asset
          WHERE removed_at IS NOT NULL AND NOT is_external AND embedded_in_id IS NULL
          ORDER BY id LIMIT ${ROWS_AT_ONCE}
          FOR UPDATE SKIP LOCKED
        ), noted AS (
          INSERT INTO file_removal (asset_id, owner_id, original_path)
          SELECT id, owner_id, original_path FROM chosen
          UNION ALL
          SELECT id, owner_id, CASE WHEN starts_with(original_path, 's3://') THEN original_path END
          FROM asset WHERE embedded_in_id IN (SELECT id FROM chosen)
          ON CONFLICT (asset_id) DO UPDATE SET original_path = excluded.original_path
        ), unqueued AS (
          DELETE FROM asset_job USING chosen WHERE asset_job.asset_id = chosen.id AND state <> 'running'
        )
        DELETE FROM asset USING chosen WHERE asset.id = chosen.id RETURNING asset.id`,
    ),
  )
  return removed.length
}

interface RemovalRow {
  id: string
  ownerId: string
  /** The path of the original; null when the file of the user stays. */
  originalPath: string | null
}

/** The condition that files may be removed: no job that may be writing some of them runs. */
const isDue = Prisma.sql`
  due_at <= now()
  AND NOT EXISTS (SELECT FROM asset_job AS job WHERE job.asset_id = file_removal.asset_id AND state = 'running')`

/**
 * Removes noted files. Retries those that could not be removed after ten minutes. Returns the number of assets that had any; 0 when other
 * processes remove all of them.
 */
async function removeSomeFiles(context: PurgeContext): Promise<number> {
  const due = await ask<{ id: string }>(
    context.database,
    Prisma.sql`SELECT asset_id AS id FROM file_removal WHERE ${isDue} ORDER BY asset_id LIMIT ${FILES_AT_ONCE}`,
  )
  let isAtWork = false
  for (const { id } of due) if (await removeFiles(context, id)) isAtWork = true
  return isAtWork ? due.length : 0
}

/**
 * Removes the noted files of an asset. Each has a transaction of its own: the files of many would take a slow store longer than a transaction
 * may last, over and over. Returns false when another process does it.
 */
function removeFiles(context: PurgeContext, assetId: string): Promise<boolean> {
  return inTransaction(context.database, async (transaction) => {
    const [row] = await ask<RemovalRow>(
      transaction,
      Prisma.sql`
        SELECT asset_id AS id, owner_id AS "ownerId", original_path AS "originalPath" FROM file_removal
        WHERE asset_id = ${assetId}::uuid AND ${isDue}
        FOR UPDATE SKIP LOCKED`,
    )
    if (!row) return false
    const isGone = await isRemoved(context, transaction, row)
    await ask(
      transaction,
      isGone
        ? Prisma.sql`DELETE FROM file_removal WHERE asset_id = ${assetId}::uuid`
        : Prisma.sql`UPDATE file_removal SET due_at = now() + interval '10 minutes' WHERE asset_id = ${assetId}::uuid`,
    )
    return true
  })
}

async function isRemoved(
  { derived, originals, logger }: PurgeContext,
  transaction: Connection,
  row: RemovalRow,
): Promise<boolean> {
  try {
    const picture = toDerivedKey('thumbs', row)
    await originals.motion.files.remove(`${toDerivedKey('.motion', row)}.mp4`)
    const faces = await forgetFacePictures(transaction, { ownerId: row.ownerId, prefix: `${picture}-` })
    const keys = [`${picture}.jpeg`, `${picture}.webp`, `${toDerivedKey('encoded-video', row)}.mp4`, ...faces]
    for (const key of keys) await derived.remove(key)
    if (row.originalPath !== null) await originals.remove(row.originalPath)
    return true
  } catch (error) {
    logger.warn(
      { err: error, assetId: row.id, file: row.originalPath },
      'a file of a deleted asset could not be removed',
    )
    return false
  }
}

/** Deletes the pictures of people that came from a photo, so that another photo provides one. Returns their keys. */
async function forgetFacePictures(transaction: Connection, { ownerId, prefix }: { ownerId: string; prefix: string }) {
  const people = await ask<{ key: string }>(
    transaction,
    Prisma.sql`
      WITH drawn AS MATERIALIZED (
        SELECT id, thumbnail_path FROM person WHERE owner_id = ${ownerId}::uuid AND starts_with(thumbnail_path, ${prefix})
      ), forgotten AS (
        UPDATE person SET thumbnail_path = '' FROM drawn WHERE person.id = drawn.id
      )
      SELECT thumbnail_path AS key FROM drawn`,
  )
  return people.map(({ key }) => key)
}
