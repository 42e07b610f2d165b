import * as z from 'zod'

/** The layout of archives that this version writes, and the newest that it reads. */
export const FORMAT = 1

/** Its path in an archive. */
export const MANIFEST = 'manifest.json'

/** A table of an archive: its rows as CSV with a header, at `tables/<name>.csv`. */
const ArchivedTable = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** The checksum of the CSV. */
  bytes: z.int().min(0),
  sha256: z.hex().length(64),
})
export type ArchivedTable = z.infer<typeof ArchivedTable>

/** The description that an archive holds of itself. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The media library that made it. */
  version: z.string(),
  /** The moment at which the rows were read. */
  madeAt: z.iso.datetime(),
  /** The data folder beside the database, whose thumbnails and videos are not in the archive. */
  dataDir: z.string(),
  /** Version of the PostgreSQL that the rows come from. */
  postgresql: z.string(),
  /** Names of the migrations that the database had applied, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(ArchivedTable).min(1),
  /** The last value of each sequence as text, or null when it was never used. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
})
export type Manifest = z.infer<typeof Manifest>

/** The path of a table's rows in an archive. */
export function entryOf(table: string): string {
  return `tables/${table}.csv`
}
