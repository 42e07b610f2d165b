import * as z from 'zod'
import { toCurrentNames } from '../../database/migrations/former-migrations.js'

/** The archive format that this version writes. It is also the newest that this version reads. */
export const FORMAT = 1

/** The path of the manifest in an archive. */
export const MANIFEST = 'manifest.json'

/** A table of an archive. Its rows are in `tables/<name>.csv`, as CSV with a header. */
const ArchivedTable = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.hex().length(64),
})
export type ArchivedTable = z.infer<typeof ArchivedTable>

/** The description of an archive, which it contains. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the service that made the archive. */
  version: z.string(),
  /** The time of the snapshot. */
  madeAt: z.iso.datetime(),
  /** The data folder, whose thumbnails and videos are not in the archive. */
  dataDir: z.string(),
  /** The version of the PostgreSQL that the rows come from. */
  postgresql: z.string(),
  /** The names of the applied migrations, oldest first. */
  migrations: z.array(z.string()).min(1).transform(toCurrentNames),
  tables: z.array(ArchivedTable).min(1),
  /** The last value of each sequence as text, or null when it was never used. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Returns the path of a table's rows in an archive. */
export function toEntryPath(table: string): string {
  return `tables/${table}.csv`
}
