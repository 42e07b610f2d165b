import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { MANIFEST, type Manifest, toEntryPath } from '../../../src/cli/backup/manifest.js'

/** Writes a copy of an archive with another manifest, all else as it is. */
export async function alterManifest(
  path: string,
  target: string,
  alter: (manifest: Manifest) => object,
): Promise<string> {
  return alterEntry(path, target, MANIFEST, (text) => JSON.stringify(alter(JSON.parse(text) as Manifest)))
}

/** Writes a copy of an archive with another text in the place of an entry's. */
export async function alterEntry(
  path: string,
  target: string,
  name: string,
  alter: (text: string) => string,
): Promise<string> {
  const source = await openPromise(path, { autoClose: false })
  const copy = new ZipFile()
  for await (const entry of source.eachEntry()) {
    const bytes = await buffer(await source.openReadStreamPromise(entry))
    copy.addBuffer(entry.fileName === name ? Buffer.from(alter(bytes.toString())) : bytes, entry.fileName)
  }
  copy.end()
  await writeFile(target, copy.outputStream)
  source.close()
  return target
}

/** Writes a copy of an archive that lacks the last row of a table, and claims that there never was one. */
export async function dropLastRow(path: string, target: string, table: string): Promise<string> {
  let csv = ''
  await alterEntry(path, target, toEntryPath(table), (text) => {
    csv = text.replace(/[^\n]+\n$/, '')
    return csv
  })
  return alterManifest(target, target, (manifest) => ({
    ...manifest,
    tables: manifest.tables.map((known) =>
      known.name === table
        ? {
            ...known,
            rows: known.rows - 1,
            bytes: Buffer.byteLength(csv),
            sha256: createHash('sha256').update(csv).digest('hex'),
          }
        : known,
    ),
  }))
}

/** Writes a copy of an archive in which a user has another address. */
export function alterUser(path: string, target: string): Promise<string> {
  return alterEntry(path, target, toEntryPath('user'), (text) => text.replace('ada@', 'eve@'))
}
