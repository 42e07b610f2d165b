import * as z from 'zod'

/** The layout of archives that this version writes, and the newest that it reads. */
export const FORMAT = 1

/** Where it lies in an archive. */
export const MANIFEST = 'manifest.json'

/** A table of an archive: its rows as CSV with a header, at `tables/<name>.csv`. */
const ArchivedTable = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** Of the CSV. */
  bytes: z.int().min(0),
  sha256: z.hex().length(64),
})
export type ArchivedTable = z.infer<typeof ArchivedTable>

/** What an archive says of itself. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The media library that made it. */
  version: z.string(),
  /** The moment whose rows it holds. */
  madeAt: z.iso.datetime(),
  /** The data folder beside the database, whose thumbnails and videos are not in the archive. */
  dataDir: z.string(),
  /** Version of the PostgreSQL that the rows come from. */
  postgresql: z.string(),
  /** Names of the migrations that the database had applied, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(ArchivedTable).min(1),
  /** The last value that each sequence gave, as text; null when it gave none. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Where the rows of a table lie in an archive. */
export const entryOf = (table: string): string => `tables/${table}.csv`
