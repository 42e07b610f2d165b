import { createWriteStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { answered, createExportLibrary } from '../support/takeouts/export-library.js'
import { makeTakeout } from '../support/takeouts/takeout.js'
import { writeZip } from '../support/takeouts/zip.js'

const library = await createExportLibrary()
const made = await makeTakeout()

async function zip(path: string, files: Iterable<[string, Buffer]>) {
  const archive = new ZipFile()
  for (const [name, content] of files) archive.addBuffer(content, name, { compress: name.endsWith('.json') })
  archive.end()
  await pipeline(archive.outputStream, createWriteStream(path))
  return path
}

/** Writes the export as three parts, over which its files are strewn, and returns their folder and paths. */
async function makeParts() {
  const folder = await makeFolder()
  const parts = [0, 1, 2].map((part) =>
    zip(
      join(folder, `takeout-20240101T000000Z-00${part + 1}.zip`),
      [...made.files].filter((_, index) => index % 3 === part),
    ),
  )
  return { folder, parts: await Promise.all(parts) }
}

test('the parts of a Takeout come in with every fact, one after the other, and are not unpacked (EX6)', async () => {
  const { folder, parts } = await makeParts()
  const ada = await createUser(library.database)

  await library.take(ada, parts[0] as string)
  const { stdout: printed } = await library.run(['import', folder, '--user', ada.email])
  const first = await answered(library, ada, made)
  await library.runJobs()
  const afterJobs = await answered(library, ada, made)
  const deleted = first.ids['Takeout/Google Fotos/Photos from 2019/without a note.jpg'] as string
  await library.createClient(ada).deleteAssets({ body: { ids: [deleted] } })
  const changed = await answered(library, ada, made)
  const { stdout } = await library.run(['import', folder, '--user', ada.email, '--json'])

  expect(printed).toMatch(
    / From Google Photos:\n(.*\n)* +3 {2}albums\n(.*\n)* +4 {2}left out: in the trash of the export\n/,
  )
  expect(first.facts).toEqual(Object.fromEntries(made.expected))
  expect(first.halves).toEqual(Object.fromEntries(made.halves))
  expect(afterJobs).toEqual(first)
  expect(await answered(library, ada, made), 'an import of the same parts changes nothing').toEqual(changed)
  expect(JSON.parse(stdout).folders[1]).toMatchObject({
    added: 0,
    duplicates: 0,
    unchanged: made.expected.size + made.halves.size + made.copies.size,
  })
  expect(await readdir(folder)).toHaveLength(parts.length)
})

test('a file that is damaged in its part is named, and nothing of it is stored (EX6)', async () => {
  const { parts } = await makeParts()
  const ada = await createUser(library.database)
  const [part = ''] = parts
  const content = await readFile(part)
  const photo = [...made.files].find(([path], index) => index % 3 === 0 && path.endsWith('.jpg'))
  const at = content.indexOf(photo?.[1] as Buffer)
  content[at + 100] = (content[at + 100] as number) ^ 255
  await writeFile(part, content)

  const { summary } = await library.take(ada, part)

  expect(summary.failures).toEqual([
    {
      path: `${part}: ${photo?.[0].replace('Takeout/', '')}`,
      reason: 'the ZIP file is damaged there; download it again',
    },
  ])
})

test('a download that was cut short is refused, and so is a ZIP file that is no export (EX6)', async () => {
  const folder = await makeFolder()
  const plain = await zip(
    join(folder, 'photos.zip'),
    [...made.files].filter(([path]) => path.endsWith('.jpg')).slice(0, 2),
  )
  const cut = join(folder, 'takeout-1.zip')
  await writeFile(cut, (await readFile(plain)).subarray(0, 500))
  const ada = await createUser(library.database)

  const outcomes = []
  for (const path of [plain, cut]) outcomes.push(await library.run(['import', path, '--user', ada.email]))

  expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([1, 1])
  expect(outcomes[0]?.stderr).toContain('is no export of Google Photos, iCloud Photos or Immich. Unpack it')
  expect(outcomes[1]?.stderr).toContain(`${cut} is damaged, or no ZIP file`)
  expect(await library.database.asset.count({ where: { ownerId: ada.id } })).toBe(0)
})

test('names in a ZIP file are in UTF-8 if their bytes are, whether or not a bit tells it, or else in the characters of DOS (EX6)', async () => {
  const year = 'Takeout/Google Photos/Photos from 2019'
  const note = Buffer.from(JSON.stringify({ title: 'x.jpg', photoTakenTime: { timestamp: '1561975200' } }))
  const toEntries = async (name: string, flags: number, encoding: BufferEncoding = 'utf8') => [
    { name: Buffer.from(`${year}/${name}.jpg`, encoding), content: await makeJpeg(), told: { flags } },
    { name: Buffer.from(`${year}/${name}.jpg.json`, encoding), content: note, told: { flags } },
  ]
  const path = await writeZip(join(await makeFolder(), 'takeout.zip'), [
    ...(await toEntries('Köln 😀', 0)),
    ...(await toEntries('Käse'.normalize('NFD'), 0)),
    ...(await toEntries('Größe', 0x800)),
    ...(await toEntries('F\x81nf', 0, 'latin1')),
  ])
  const ada = await createUser(library.database)

  const { summary } = await library.take(ada, path)

  const assets = await library.database.asset.findMany({ where: { ownerId: ada.id } })
  expect(assets.map(({ originalFileName }) => originalFileName).sort()).toEqual(
    ['Fünf', 'Größe', 'Käse', 'Köln 😀'].map((name) => `${name}.jpg`),
  )
  expect(summary.export).toMatchObject({ described: 4, undescribed: 0 })
})
