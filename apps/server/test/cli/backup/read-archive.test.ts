import { createWriteStream } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Manifest } from '../../../src/cli/backup/manifest.js'
import { checkArchive, openArchive } from '../../../src/cli/backup/read-archive.js'
import { requireKnown } from '../../../src/cli/backup/restore-archive.js'
import { writeArchive } from '../../../src/cli/backup/write-archive.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { alterEntry, alterManifest } from '../../support/backup/alter-archive.js'
import { createTestDatabase } from '../../support/database/database.js'

const work = { signal: new AbortController().signal, onProgress: () => {} }
const folder = await makeSharedFolder()
const library = await createTestDatabase()
const good = join(folder, 'good.zip')
await writeArchive({ url: library.url, dataDir: '/data', version: '0.1.0' }, createWriteStream(good), work)

afterAll(library.drop)

/** What a restore does before it looks at its place. */
async function check(path: string) {
  const archive = await openArchive(path)
  onTestFinished(() => archive.close())
  await requireKnown(archive.manifest)
  await checkArchive(archive, work)
  return archive.manifest
}

function makeCopy(name: string, alter: (manifest: Manifest) => object) {
  return alterManifest(good, join(folder, name), alter)
}

test('an unaltered archive is read', async () => {
  expect(await check(good)).toMatchObject({ format: 1, version: '0.1.0', dataDir: '/data' })
})

test('an archive that is truncated anywhere is refused', async () => {
  const bytes = await readFile(good)
  for (const length of [0, 1, 100, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const path = join(folder, 'cut.zip')
    await writeFile(path, bytes)
    await truncate(path, length)

    await expect(check(path), `${length} bytes`).rejects.toThrow(/is damaged/)
  }
})

/** The tenth byte of the content of the entry that holds a position, past the entry's header. */
function inContent(bytes: Buffer, position: number): number {
  const header = bytes.lastIndexOf(Buffer.from('PK\u0003\u0004'), position)
  return header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28) + 10
}

test('an archive with a changed byte in its rows or manifest is refused', async () => {
  const bytes = await readFile(good)
  const names = ['tables/album.csv', 'tables/resumable_upload.csv', 'manifest.json']
  for (const entry of names.map((name) => bytes.indexOf(name))) {
    const position = inContent(bytes, entry)
    const path = join(folder, 'flipped.zip')
    await writeFile(
      path,
      bytes.map((byte, index) => (index === position ? byte ^ 0x10 : byte)),
    )

    await expect(check(path), `byte ${position}`).rejects.toThrow(/is damaged/)
  }
})

test('an archive with an incomplete manifest is refused', async () => {
  await writeFile(join(folder, 'photo.zip'), 'a photo')

  await expect(check(join(folder, 'photo.zip'))).rejects.toThrow(
    /not a backup of a media library: .*[^.]\. Use another backup\./,
  )
  await expect(check(await makeCopy('empty.zip', () => ({})))).rejects.toThrow(/manifest\.json is not valid/)
  await expect(check(await alterEntry(good, join(folder, 'text.zip'), 'manifest.json', () => '{'))).rejects.toThrow(
    /is damaged/,
  )
})

test('an archive of a later format or migration, or from before 0.1.0, is refused with the version that reads it', async () => {
  const later = await makeCopy('later.zip', () => ({ format: 2, version: '9.0.0', parts: [] }))
  const migrated = await makeCopy('migrated.zip', (manifest) => {
    return { ...manifest, version: '9.0.0', migrations: [...manifest.migrations, '99991231235959_later'] }
  })
  const mixed = await makeCopy('mixed.zip', ({ migrations, ...manifest }) => {
    return { ...manifest, migrations: [...migrations, ...migrations] }
  })
  const former = await makeCopy('former.zip', (manifest) => ({ ...manifest, migrations: ['20261121054646_init'] }))

  await expect(check(later)).rejects.toThrow(/made by media-library 9\.0\.0, which is newer/)
  await expect(check(migrated)).rejects.toThrow(/9\.0\.0 made it, with the migration 99991231235959_later/)
  await expect(check(mixed)).rejects.toThrow(/another build/)
  await expect(check(former)).rejects.toThrow(/from before 0\.1\.0.*Restore it with the commit e921c05f/)
})

test('an archive that lacks a table is refused', async () => {
  const path = await makeCopy('lacking.zip', (manifest) => {
    return { ...manifest, tables: manifest.tables.map((table) => ({ ...table, name: `${table.name}s` })) }
  })

  await expect(check(path)).rejects.toThrow(/the table albums is missing/)
})
