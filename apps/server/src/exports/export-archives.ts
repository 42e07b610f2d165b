import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { stemOf } from '@media-library/media'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { UserError } from '../errors.js'
import { type ExportFile, type ExportFolder, folderOf, LONGEST_NOTE, nameOf, toExportPath } from './export-files.js'

/** A file inside a ZIP file. */
export interface ArchivedFile extends ExportFile {
  /** The ZIP file. */
  archive: string
  size: number
  crc32: number
  modifiedAt: Date
  open(): Promise<Readable>
}

/** The parts of an export as they were downloaded: ZIP files, which are read in any order and not unpacked. */
export interface ExportArchives {
  folders: ExportFolder[]
  /** All files, the files of one shot together. */
  files: ArchivedFile[]
  close(): void
}

/** Opens ZIP files. Throws a UserError for one that is damaged, such as a download that was cut short. */
export async function openArchives(paths: string[]): Promise<ExportArchives> {
  const opened: ZipFile[] = []
  const files: ArchivedFile[] = []
  let current = ''
  try {
    for (const archive of paths) {
      current = archive
      const zip = await openPromise(archive, { autoClose: false })
      opened.push(zip)
      for await (const entry of zip.eachEntry())
        if (!entry.fileName.endsWith('/')) files.push(toFile(archive, zip, entry))
    }
  } catch (error) {
    for (const zip of opened) zip.close()
    throw new UserError(
      `${current} is damaged, or no ZIP file (${(error as Error).message.replace(/\.$/, '')}). Download it again.`,
    )
  }
  files.sort(
    (left, right) =>
      compare(folderOf(left.path), folderOf(right.path)) || compare(stemOf(left.path), stemOf(right.path)),
  )
  return {
    files,
    folders: toFolders(files),
    close: () => {
      for (const zip of opened) zip.close()
    },
  }
}

function toFile(archive: string, zip: ZipFile, entry: Entry): ArchivedFile {
  return {
    archive,
    path: toExportPath('', entry.fileName),
    size: entry.uncompressedSize,
    crc32: entry.crc32,
    modifiedAt: entry.getLastModDate(),
    open: () => zip.openReadStreamPromise(entry),
    readNote: async () =>
      entry.uncompressedSize > LONGEST_NOTE
        ? null
        : (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'),
  }
}

function toFolders(files: ArchivedFile[]): ExportFolder[] {
  const folders = new Map<string, ExportFolder>()
  for (const file of files) {
    const path = folderOf(file.path)
    const folder = folders.get(path) ?? { path, files: new Map() }
    folder.files.set(nameOf(file.path), file)
    folders.set(path, folder)
  }
  return [...folders.values()]
}

function compare(left: string, right: string) {
  return left < right ? -1 : Number(left > right)
}
