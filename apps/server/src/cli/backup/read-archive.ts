import { type Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import * as z from 'zod'
import { UserError } from '../../errors.js'
import { type ArchivedTable, FORMAT, MANIFEST, Manifest, toEntryPath } from './manifest.js'
import { createMeter, type WorkOptions } from './progress.js'

/** An open archive. Only its manifest has been read. */
export interface Archive {
  path: string
  manifest: Manifest
  /** Opens the CSV of a table. */
  open(table: ArchivedTable): Promise<Readable>
  close(): void
}

/** The part that the manifests of all formats share. */
const AnyManifest = z.object({ format: z.int(), version: z.string() })

/** Opens an archive. Throws a UserError when the file is not an archive, is damaged, or has a later format. */
export async function openArchive(path: string): Promise<Archive> {
  let zip: ZipFile | undefined
  try {
    const opened = await openPromise(path, { autoClose: false })
    zip = opened
    const entries = await readEntries(opened)
    const manifest = await readManifest(path, opened, entries.get(MANIFEST))
    return {
      path,
      manifest,
      open: async ({ name }) => {
        const entry = entries.get(toEntryPath(name))
        if (!entry) throw torn(path, `the table ${name} is missing`)
        return opened.openReadStreamPromise(entry)
      },
      close: () => opened.close(),
    }
  } catch (error) {
    zip?.close()
    if (error instanceof UserError) throw error
    throw torn(path, error instanceof z.ZodError ? `its ${MANIFEST} is not valid` : (error as Error).message)
  }
}

/** Returns the size of an archive's tables in bytes. */
export function countBytes({ tables }: Manifest): number {
  return tables.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Reads the whole archive. Throws a UserError when a table does not match its checksum. */
export async function checkArchive(archive: Archive, { signal, onProgress }: WorkOptions): Promise<void> {
  const total = countBytes(archive.manifest)
  let done = 0
  for (const table of archive.manifest.tables) {
    const meter = createMeter((count) => {
      done += count
      onProgress({ step: `checking ${table.name}`, done, total })
    })
    const nowhere = new Writable({ write: (_chunk, _encoding, next) => next() })
    try {
      await pipeline(await archive.open(table), meter, nowhere, { signal })
    } catch (error) {
      if (signal.aborted || error instanceof UserError) throw error
      throw torn(archive.path, `the table ${table.name} cannot be read (${(error as Error).message})`)
    }
    if (meter.bytes() !== table.bytes || meter.sha256() !== table.sha256) {
      throw torn(archive.path, `the table ${table.name} does not match its checksum`)
    }
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

async function readManifest(path: string, zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw new Error(`it has no ${MANIFEST}`)
  const bytes = await buffer(await zip.openReadStreamPromise(entry))
  if (crc32(bytes) !== entry.crc32) throw new Error(`its ${MANIFEST} does not match its checksum`)
  const json: unknown = JSON.parse(bytes.toString())
  const { format, version } = AnyManifest.parse(json)
  if (format > FORMAT) {
    throw new UserError(
      `${path} was made by media-library ${version}, which is newer than this one and uses another backup format. ` +
        'Restore it with that version or a later one. Nothing was changed.',
    )
  }
  return Manifest.parse(json)
}

function torn(path: string, reason: string) {
  return new UserError(
    `${path} is damaged, or not a backup of a media library: ${reason.replace(/\.$/, '')}. Use another backup. Nothing was changed.`,
  )
}
