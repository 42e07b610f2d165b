import { basename } from 'node:path'
import { ask, type Database } from '../../../database/ask.js'
import { inTransaction } from '../../../database/transaction.js'
import { Prisma } from '../../../generated/prisma/client.js'
import { toDerivedKey } from '../../../storage/derived-files.js'
import { isObjectPath } from '../../../storage/object-path.js'
import type { UploadRow } from '../../../uploads/upload-row.js'

/**
 * Returns the key of an upload beneath the folder of uploads; null when its path is not one that the service chooses.
 */
export function keyOfUpload({ ownerId, originalPath, importPath, embeddedInId }: UploadRow): string | null {
  if (embeddedInId !== null) return `${toDerivedKey('.motion', { id: embeddedInId, ownerId })}.mp4`
  const separator = isObjectPath(importPath) || !importPath.includes('\\') ? '/' : '\\'
  const names = originalPath.slice(importPath.length).split(separator)
  const isBeneath = originalPath.startsWith(importPath) && names.shift() === '' && basename(importPath) === ownerId
  if (!isBeneath || names.some((name) => ['', '.', '..'].includes(name))) return null
  return [ownerId, ...names].join('/')
}

/** Sets the path of an asset's file. The file at the former path is not changed. */
export function placeUpload(
  database: Database,
  { id, originalPath }: UploadRow,
  { path, libraryId }: { path: string; libraryId: string },
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await ask(
      transaction,
      Prisma.sql`
        UPDATE asset SET original_path = ${path}, library_id = ${libraryId}::uuid, updated_at = now()
        WHERE id = ${id}::uuid AND original_path = ${originalPath} AND removed_at IS NULL`,
    )
  })
}

/** Removes the libraries of folders that no longer have assets. */
export async function removeEmptied(database: Database, importPaths: string[]): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      DELETE FROM library
      WHERE import_path = ANY (${importPaths}::text[])
        AND NOT EXISTS (SELECT FROM asset WHERE library_id = library.id)`,
  )
}
