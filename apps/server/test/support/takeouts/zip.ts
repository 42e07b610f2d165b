import { writeFile } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP file as it is, and what its directory says instead. */
export interface EntryFixture {
  name: string | Buffer
  content?: Buffer
  /** Replaces fields of the directory alone. */
  told?: Partial<EntryFields>
  /** Written into the directory. */
  extra?: Buffer
}

interface EntryFields {
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/** Writes a ZIP file whose directory may say anything. `count` replaces the number of its entries. */
export async function writeZip(path: string, entries: Iterable<EntryFixture>, count?: number): Promise<string> {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let [offset, length, listed] = [0, 0, 0]
  for (const { name: given, content = Buffer.alloc(0), told = {}, extra = Buffer.alloc(0) } of entries) {
    const name = Buffer.from(given)
    const bytes = deflateRawSync(content)
    const fields = {
      flags: 0x800,
      method: 8,
      crc: crc32(content),
      packed: bytes.length,
      size: content.length,
      offset,
      ...told,
    }
    const local = Buffer.concat([toHeader(fields, name.length), name, bytes])
    const central = toCentral(fields, name, extra)
    locals.push(local)
    directory.push(central)
    offset += local.length
    length += central.length
    listed += 1
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count ?? listed, 8)
  end.writeUInt16LE(count ?? listed, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  await writeFile(path, Buffer.concat([...locals, ...directory, end]))
  return path
}

function toHeader({ flags, method, crc, packed, size }: EntryFields, nameLength: number) {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(packed, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(nameLength, 26)
  return header
}

function toCentral({ flags, method, crc, packed, size, offset }: EntryFields, name: Buffer, extra: Buffer) {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(method, 10)
  header.writeUInt16LE(0x21, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name, extra])
}
