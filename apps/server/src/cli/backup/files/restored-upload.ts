import { basename } from 'node:path'
import type { OriginalRow } from '../../../assets/files/original-row.js'
import type { PrismaDatabase } from '../../../database/connect.js'
import { inStatement } from '../../../database/transaction.js'
import { toDerivedKey } from '../../../storage/derived-files.js'
import { isObjectPath } from '../../../storage/object-path.js'

/** Returns the key of an upload beneath the folder of uploads; null when its path is not one that the service chooses. */
export function keyOfUpload({ ownerId, originalPath, importPath, embeddedInId }: OriginalRow): string | null {
  if (embeddedInId !== null) return `${toDerivedKey('.motion', { id: embeddedInId, ownerId })}.mp4`
  const separator = isObjectPath(importPath) || !importPath.includes('\\') ? '/' : '\\'
  const names = originalPath.slice(importPath.length).split(separator)
  const isBeneath = originalPath.startsWith(importPath) && names.shift() === '' && basename(importPath) === ownerId
  if (!isBeneath || names.some((name) => ['', '.', '..'].includes(name))) return null
  return [ownerId, ...names].join('/')
}

/** Lets an asset have its file at another path. Nothing happens at the former one. */
export async function placeUpload(
  database: PrismaDatabase,
  { id, originalPath }: OriginalRow,
  { path, libraryId }: { path: string; libraryId: string },
): Promise<void> {
  await inStatement(database, () =>
    database.asset.updateMany({
      where: { id, originalPath, removedAt: null },
      data: { originalPath: path, libraryId },
    }),
  )
}

/** Removes the libraries of folders that have no assets any more. */
export async function removeEmptied(database: PrismaDatabase, importPaths: string[]): Promise<void> {
  await database.library.deleteMany({ where: { importPath: { in: importPaths }, assets: { none: {} } } })
}
