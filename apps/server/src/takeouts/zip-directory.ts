import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { Entry, getFileNameLowLevel, openPromise, parseExtraFields, type ZipFile } from 'yauzl'

/** A ZIP file with its directory, which is read in steps, so that it takes little memory however long it is. */
export interface OpenZip {
  path: string
  /** Yields all entries. Throws when the directory is damaged, too long, or has entries that share bytes. */
  list(onEntry: (entry: ZipEntry) => void): Promise<void>
  /** Returns the entry at this position of the directory. */
  look(at: number): Promise<ZipEntry>
  file: ZipFile
  close(): Promise<void>
}

/** An entry of a directory (APPNOTE 4.3.12), as yauzl opens it. */
export interface ZipEntry {
  /** Its position in the file. */
  at: number
  /** The position of the next one. */
  end: number
  name: string
  entry: Entry
  /** The reason why it cannot be unpacked; null when it can. */
  fault: string | null
}

const HEADER_BYTES = 46
const SIGNATURE = 0x02014b50
const LOCAL_BYTES = 30
/** The bytes of a directory that are read at once: more than any entry has. */
const STEP_BYTES = 256 * 1024

/** The bytes of the directory of a million files. */
const LONGEST_DIRECTORY = 128 * 1024 * 1024

/** Opens a ZIP file. Throws when it is none. */
export async function openZip(path: string): Promise<OpenZip> {
  const file = await openPromise(path, { autoClose: false })
  const handle = await open(path).catch((error) => {
    file.close()
    throw error
  })
  const start = Number(file.readEntryCursor)
  const readAt = async (at: number) => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(STEP_BYTES), 0, STEP_BYTES, at)
    return buffer.subarray(0, bytesRead)
  }
  /** The part of the directory that was read last. */
  let part = { at: start, bytes: Buffer.alloc(0) }
  const findInPart = (at: number) =>
    at < part.at ? null : findEntry(part.bytes.subarray(at - part.at), { at, directoryStart: start })
  const find = async (at: number) => {
    part = { at, bytes: await readAt(at) }
    return findInPart(at)
  }
  const look = async (at: number) => {
    const found = findInPart(at) ?? (await find(at))
    if (found === null) throw new Error('its directory is damaged')
    return found
  }
  return {
    path,
    file,
    look,
    list: async (onEntry) => {
      const spans = createSpans(file.entryCount)
      let [at, last] = [start, 'its start']
      for (let left = file.entryCount; left > 0; left -= 1) {
        const found = findInPart(at) ?? (await find(at))
        if (found === null) throw new Error(`its directory is damaged behind ${last}`)
        if (found.end - start > LONGEST_DIRECTORY)
          throw new Error(`it has too many files, of which ${found.name} is one`)
        spans.add(found)
        onEntry(found)
        at = found.end
        last = found.name
      }
      const shared = spans.findShared()
      if (shared === null) return
      const [first, second] = shared
      throw new Error(`${(await look(first)).name} and ${(await look(second)).name} share bytes`)
    },
    close: async () => {
      file.close()
      await handle.close()
    },
  }
}

/** Finds the entry with which bytes of a directory begin; null when they begin with no whole one. */
function findEntry(bytes: Buffer, { at, directoryStart }: { at: number; directoryStart: number }): ZipEntry | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== SIGNATURE) return null
  const length = [28, 30, 32].reduce((sum, each) => sum + bytes.readUInt16LE(each), HEADER_BYTES)
  return length > bytes.length ? null : { ...toEntry(bytes, directoryStart), at, end: at + length }
}

function toEntry(header: Buffer, directoryStart: number): Pick<ZipEntry, 'name' | 'entry' | 'fault'> {
  const entry = Object.assign(new Entry(), {
    generalPurposeBitFlag: header.readUInt16LE(8),
    compressionMethod: header.readUInt16LE(10),
    lastModFileTime: header.readUInt16LE(12),
    lastModFileDate: header.readUInt16LE(14),
    crc32: header.readUInt32LE(16),
    compressedSize: header.readUInt32LE(20),
    uncompressedSize: header.readUInt32LE(24),
    relativeOffsetOfLocalHeader: header.readUInt32LE(42),
    extraFields: [] as Entry['extraFields'],
  })
  const nameEnd = HEADER_BYTES + header.readUInt16LE(28)
  const name = header.subarray(HEADER_BYTES, nameEnd)
  let fault = null
  try {
    entry.extraFields = parseExtraFields(header.subarray(nameEnd, nameEnd + header.readUInt16LE(30)))
    readZip64(entry)
  } catch {
    fault = 'its entry in the ZIP file is damaged'
  }
  return { name: toName(name, entry), entry, fault: fault ?? findFault(entry, directoryStart) }
}

const UTF_8 = 0x800

function toName(name: Buffer, { generalPurposeBitFlag, extraFields }: Entry): string {
  if (extraFields.length === 0 && name.every((byte) => byte < 0x80)) return name.toString('latin1')
  // macOS and Info-ZIP write UTF-8 without the bit that tells it.
  const flags = isUtf8(name) ? generalPurposeBitFlag | UTF_8 : generalPurposeBitFlag
  // macOS writes the letters and their accents apart, and the notes of an export do not.
  return getFileNameLowLevel(flags, name, extraFields, false).normalize()
}

const UNKNOWN = 0xffffffff

/** Replaces the numbers that are too large for their fields (APPNOTE 4.5.3). */
function readZip64(entry: Entry) {
  const large = entry.extraFields.find(({ id }) => id === 1)?.data
  let at = 0
  for (const name of ['uncompressedSize', 'compressedSize', 'relativeOffsetOfLocalHeader'] as const) {
    if (entry[name] !== UNKNOWN) continue
    entry[name] = Number((large ?? Buffer.alloc(0)).readBigUInt64LE(at))
    at += 8
  }
}

const STRONG_ENCRYPTION = 0x40

/** The largest factor of Deflate: 258 bytes from two bits. */
const MOST_OF_A_BYTE = 1_032

function findFault(entry: Entry, directoryStart: number): string | null {
  const { compressedSize: packed, uncompressedSize: size, relativeOffsetOfLocalHeader: offset } = entry
  if (entry.isEncrypted() || entry.generalPurposeBitFlag & STRONG_ENCRYPTION) return 'it is encrypted in the ZIP file'
  if (!entry.canDecodeFileData()) return `it is packed by the unknown method ${entry.compressionMethod}`
  if (offset + LOCAL_BYTES + packed > directoryStart) return 'the ZIP file ends before it; download it again'
  if (entry.isCompressed() ? size > (packed + 1) * MOST_OF_A_BYTE : size !== packed)
    return `the ZIP file announces ${size} bytes of it, which its ${packed} packed ones are not`
  return null
}

/** Records the bytes of each entry, in 24 bytes for each. */
function createSpans(count: number) {
  let [starts, ends, positions] = [new Float64Array(1_024), new Float64Array(1_024), new Float64Array(1_024)]
  let length = 0
  const grow = (array: Float64Array<ArrayBuffer>) => {
    const larger = new Float64Array(Math.min(count, 2 * array.length))
    larger.set(array)
    return larger
  }
  return {
    add: ({ at, entry, fault }: ZipEntry) => {
      if (fault !== null) return
      if (length === starts.length) [starts, ends, positions] = [grow(starts), grow(ends), grow(positions)]
      starts[length] = entry.relativeOffsetOfLocalHeader
      ends[length] = entry.relativeOffsetOfLocalHeader + LOCAL_BYTES + entry.compressedSize
      positions[length] = at
      length += 1
    },
    /** Returns the positions of two entries that share bytes, as in a ZIP file that unpacks to far more than it has. */
    findShared: (): [number, number] | null => {
      const order = Uint32Array.from({ length }, (_, index) => index)
      order.sort((left, right) => (starts[left] as number) - (starts[right] as number))
      for (let index = 1; index < length; index += 1) {
        const [before, after] = [order[index - 1] as number, order[index] as number]
        if ((ends[before] as number) > (starts[after] as number))
          return [positions[before] as number, positions[after] as number]
      }
      return null
    },
  }
}
