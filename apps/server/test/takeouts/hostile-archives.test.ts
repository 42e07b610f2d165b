import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { ImportFailure } from '../../src/import/summary.js'
import { openArchives } from '../../src/takeouts/export-archives.js'
import { recognize } from '../../src/takeouts/recognize-export.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { createExportLibrary } from '../support/takeouts/export-library.js'
import { type EntryFixture, writeZip } from '../support/takeouts/zip.js'

const library = await createExportLibrary()
const YEAR = 'Takeout/Google Photos/Photos from 2019'

/** A photo with its note, in an export with other entries. */
async function writeExport(others: EntryFixture[], count?: number) {
  const note = { title: 'good.jpg', photoTakenTime: { timestamp: '1561975200' } }
  const good = [
    { name: `${YEAR}/good.jpg`, content: await makeJpeg() },
    { name: `${YEAR}/good.jpg.json`, content: Buffer.from(JSON.stringify(note)) },
  ]
  return writeZip(join(await makeFolder(), 'takeout.zip'), [...good, ...others], count)
}

async function take(ada: TestUser, path: string) {
  const outcome = await library.run(['import', path, '--user', ada.email, '--json'])
  const [summary] = outcome.stdout === '' ? [] : JSON.parse(outcome.stdout).folders
  return { ...outcome, summary }
}

const MB = 1_000_000
const zip64 = (...numbers: bigint[]) => {
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(1)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(number, 4 + 8 * index)
  return extra
}
const photo = await makeJpeg()

/** Entries, and the reasons for which they are refused. */
const refused: [EntryFixture, string][] = [
  [{ name: 'empty.jpg' }, 'it is empty (0 bytes)'],
  [{ name: 'encrypted.jpg', content: photo, told: { flags: 0x801 } }, 'it is encrypted'],
  [{ name: 'strongly encrypted.jpg', content: photo, told: { flags: 0x840 } }, 'it is encrypted'],
  [{ name: 'unknown method.jpg', content: photo, told: { method: 14 } }, 'the unknown method 14'],
  [{ name: 'more than announced.jpg', content: photo, told: { size: 100 } }, 'is damaged there'],
  [{ name: 'less than announced.jpg', content: photo, told: { size: photo.length + 1 } }, 'is damaged there'],
  [{ name: 'behind the end.jpg', told: { packed: 10 * MB } }, 'the ZIP file ends before it'],
  [
    { name: 'nonsense of zip64.jpg', content: photo, told: { size: 0xffffffff }, extra: zip64(2n ** 63n) },
    `announces ${2 ** 63} bytes of it`,
  ],
  [{ name: 'zip64 without its field.jpg', content: photo, told: { size: 0xffffffff } }, 'its entry'],
  [{ name: 'broken field.jpg', content: photo, extra: Buffer.from([1, 0, 9, 9]) }, 'its entry'],
  [{ name: 'n'.repeat(65_500), content: photo }, 'is longer than 4096 bytes'],
  [{ name: 'a\0b.jpg', content: photo }, 'has a NUL'],
  [{ name: '../../outside.jpg', content: photo }, 'leads out of it'],
  [{ name: '/etc/absolute.jpg', content: photo }, 'leads out of it'],
  [{ name: 'broken.jpg.json', content: Buffer.from('{') }, 'what it says of photos is left out: it is no JSON'],
  [{ name: 'long.jpg.json', content: Buffer.alloc(2 * MB, ' ') }, 'is left out: it is longer than 1 MB'],
]

test('each entry that cannot be taken is named with its reason, and the others come in (EX6)', async () => {
  const path = await writeExport(refused.map(([entry]) => entry))
  const ada = await createUser(library.database)

  const { summary } = await take(ada, path)

  const reasons = new Map(summary.failures.map((failure: ImportFailure) => [failure.path, failure.reason]))
  const named = refused.map(([{ name }, reason]) => {
    const place = String(name).endsWith('.json') ? name : `${path}: ${name.slice(0, 200)}`
    return [place, expect.stringContaining(reason)] as const
  })
  expect(summary).toMatchObject({ added: 1, failed: refused.length, export: { described: 1 } })
  expect(reasons).toEqual(new Map(named))
  expect(await readdir(join(library.dataDir, 'upload', '.incoming'))).toEqual([])
})

test('of entries that cannot be taken the first thousand are named, and all are counted (EX6)', async () => {
  const files = (folder: string, ending: string, content: string) =>
    Array.from({ length: 1_100 }, (_, number) => ({
      name: `Takeout/Google Photos/${folder}/${number}${ending}`,
      content: Buffer.from(content),
    }))
  const path = await writeExport([
    ...files('empty', '.jpg', ''),
    ...files('notes', '.json', '{'),
    ...files('../outside', '.jpg', 'x'),
  ])
  const ada = await createUser(library.database)

  const { stderr } = await library.run(['import', path, '--user', ada.email])

  expect(await library.database.asset.count({ where: { ownerId: ada.id } })).toBe(1)
  expect(stderr.match(/^failed: .*outside.*: its name/gm)).toHaveLength(1_000)
  expect(stderr).toContain('failed: 2300 more files. Repair the files that are listed, and import again.')
})

test('what a file is announced to have is compared with the quota before anything of it is unpacked (EX6)', async () => {
  const content = Buffer.concat([photo, Buffer.alloc(2 * MB)])
  // Only unpacking would find that its bytes are damaged, too.
  const path = await writeExport([{ name: 'bad.jpg', content, told: { crc: 1 } }])
  const ada = await createUser(library.database)
  await library.database.user.update({ where: { id: ada.id }, data: { quotaBytes: MB } })

  const { summary } = await take(ada, path)

  expect(summary).toMatchObject({ added: 1, failed: 1 })
  expect(summary.failures[0].reason).toContain(`of your ${MB} bytes are used, and the file does not fit`)
})

test('files of one path are both taken, and a path of 300 folders is one (EX6)', async () => {
  const deep = `${'folder/'.repeat(300)}deep.jpg`
  const path = await writeExport([
    { name: `${YEAR}/twin.jpg`, content: await makeJpeg() },
    { name: `${YEAR}/twin.jpg`, content: await makeJpeg() },
    { name: deep, content: await makeJpeg() },
  ])

  const { summary } = await take(await createUser(library.database), path)

  expect(summary).toMatchObject({ added: 4, failed: 0 })
})

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'whose entries share bytes',
    async () => writeExport([{ name: 'all.jpg', content: photo, told: { offset: 0 } }]),
    /\(.+\/good.jpg and all.jpg share bytes\)|\(all.jpg and .+\/good.jpg share bytes\)/,
  ],
  [
    'with fewer entries than it says',
    async () => writeExport([{ name: 'last.jpg', content: photo }], 40),
    /\(its directory is damaged behind last.jpg\)/,
  ],
])('a ZIP file %s is refused by the names of the entries (EX6)', async (_, make, message) => {
  const path = await make()
  const ada = await createUser(library.database)

  const { exitCode, stderr } = await take(ada, path)

  expect(exitCode).toBe(1)
  expect(stderr).toContain(`${path} is damaged, or no ZIP file`)
  expect(stderr).toMatch(message)
  expect(await library.database.asset.count({ where: { ownerId: ada.id } })).toBe(0)
})

const namings: ((number: number) => string)[] = [
  (number) => `IMG_${number}.jpg`,
  (number) => `${number}/IMG_0001.jpg`,
  // Broken notes.
  (number) => `${number}/IMG_0001.jpg.json`,
]

test('the entries of a ZIP file, in one folder or in many, take less than 250 bytes of memory each (EX6)', async () => {
  // What the code itself takes is there already then.
  const few = await lookUpEntries(await writeEntries(100))
  await few.close()
  const path = await writeEntries(2_500)
  const before = measureHeap()

  const archives = await lookUpEntries(path)
  const taken = measureHeap() - before
  await archives.close()

  expect(taken / archives.total).toBeLessThan(250)
})

/** Writes an export with so many entries of each naming. */
function writeEntries(count: number): Promise<string> {
  const numbers = Array.from({ length: count }, (_, number) => 100_000 + number)
  const names = namings.flatMap((toName, index) => numbers.map((number) => toName(number + index * count)))
  return writeExport(names.map((name) => ({ name: `${YEAR}/${name}`, content: Buffer.from('{') })))
}

/** Looks all files of an export up. */
async function lookUpEntries(path: string) {
  const archives = await openArchives([path])
  const found = await recognize(archives.tree.values(), () => archives.tree)
  for await (const file of archives.listFiles()) await found?.lookUp(file.path)
  return archives
}

/** The bytes of memory that are in use. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: object) => void
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage().heapUsed
}
