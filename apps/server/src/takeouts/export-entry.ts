import { hash } from 'node:crypto'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** A part of an export that was imported: a file with a content, or an album. */
export interface ExportEntry {
  /** The SHA-1 of its name, in hexadecimal. */
  key: string
  /** The album that was created from it; null for a file, and when the album has been deleted. */
  albumId: string | null
}

/** Returns the key of a part of an export, from the texts that distinguish it from others. */
export function toKey(...parts: string[]): string {
  return hash('sha1', parts.join('\0'))
}

/** Lists those of the entries that were imported before, by their keys. */
export async function listEntries(
  database: Queryable,
  ownerId: string,
  keys: string[],
): Promise<Map<string, ExportEntry>> {
  const entries = await ask<ExportEntry>(
    database,
    Prisma.sql`
      SELECT encode(key, 'hex') AS key, album_id AS "albumId" FROM export_entry
      WHERE owner_id = ${ownerId}::uuid AND key IN (SELECT decode(hex, 'hex') FROM unnest(${keys}::text[]) AS hex)`,
  )
  return new Map(entries.map((entry) => [entry.key, entry]))
}

/** Records that entries were imported. */
export async function addEntries(database: Queryable, ownerId: string, entries: ExportEntry[]): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      INSERT INTO export_entry (owner_id, key, album_id)
      SELECT ${ownerId}::uuid, decode(key, 'hex'), album_id
      FROM unnest(${entries.map(({ key }) => key)}::text[], ${entries.map(({ albumId }) => albumId)}::uuid[]) AS taken (key, album_id)
      ON CONFLICT DO NOTHING`,
  )
}
