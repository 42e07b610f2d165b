import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EMPTY, NOT_MEDIA } from '@media-library/media'
import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { listChecks } from '../../../src/cli/doctor/index.js'
import { FILES_IN_A_BATCH } from '../../../src/import/import-folder.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg, takenAt } from '../../fixtures/photo.js'
import { createUser } from '../../support/database/factories.js'
import { untilBlocked } from '../../support/database/statements.js'
import { runCli, startCli } from '../../support/processes/cli.js'
import { shareCliLibrary } from '../../support/processes/cli-library.js'
import { until } from '../../support/until.js'

const ADA = 'ada@example.org'

/** More than are imported at once. */
const FILES = FILES_IN_A_BATCH + 2

const library = await shareCliLibrary()
beforeEach(() => createUser(library.database, { email: ADA }))

async function makePhotos(count: number): Promise<Record<string, Buffer>> {
  const jpeg = await makeJpeg()
  // What follows the end of a JPEG makes it another file.
  const photos = Array.from({ length: count }, (_, index) => Buffer.concat([jpeg, Buffer.from(` ${index}`)]))
  return Object.fromEntries(photos.map((photo, index) => [`${index}.jpg`, photo]))
}

test('reports what became of the files, and names each that failed with the reason (X4)', async () => {
  const folder = await makeFolder({ ...(await makePhotos(2)), 'notes.txt': 'a note' })

  const first = await library.run(['import', folder, '--user', ADA])
  await writeFile(join(folder, 'bad\n\u001b[31m.jpg'), 'text')
  await writeFile(join(folder, 'new.jpg'), await makeJpeg())
  const second = await library.run(['import', folder, '--user', ADA])

  expect(first).toMatchObject({
    exitCode: 0,
    stdout: [
      `${folder}\n        2  added\n        1  skipped: not photos, videos or sound files\n`,
      '        2  in all without a date but the last change of their files\n',
    ].join(''),
  })
  expect(second.exitCode).toBe(1)
  expect(second.stdout).toMatch(/^ +1 {2}added\n +2 {2}unchanged\n +1 {2}skipped: not photos, videos or sound files$/m)
  // Lines before it tell of the progress, where the import takes long.
  expect(second.stderr.split('\n').slice(-2)).toEqual([`failed: ${folder}/bad\\x0a\\x1b[31m.jpg: ${NOT_MEDIA}`, ''])
})

test('counts the photos that have no date but the last change of their files, and so does `jobs`', async () => {
  const dated = {
    'dated.jpg': await makeJpeg(takenAt('2020:01:02 03:04:05')),
    'IMG_20200102_030405.jpg': await makeJpeg(),
  }
  const folder = await makeFolder({ ...(await makePhotos(1)), ...dated })

  const { stdout } = await library.run(['import', folder, '--user', ADA])
  const jobs = await library.run(['jobs'])

  expect(stdout).toContain('        1  in all without a date but the last change of their files\n')
  expect(jobs.stderr).toContain('1 asset without a date but the last change of the file.\n')
})

test('prints exactly one JSON object', async () => {
  const folders = [await makeFolder(await makePhotos(1)), await makeFolder({ 'empty.jpg': '' })]

  const { stdout, stderr } = await library.run(['import', ...folders, '--user', ADA, '--json'])

  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    folders: [
      { folder: folders[0], added: 1, failed: 0, failures: [] },
      {
        folder: folders[1],
        added: 0,
        failures: [{ path: join(folders[1] ?? '', 'empty.jpg'), reason: EMPTY }],
      },
    ],
  })
})

test('Ctrl-C stops it and keeps what was read, and the next run continues', async () => {
  const folder = await makeFolder(await makePhotos(FILES))
  const holder = new Client({ connectionString: library.url })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE asset IN SHARE MODE')
  const child = startCli(['import', folder, '--user', ADA], { DATABASE_URL: library.url })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  await untilBlocked(library.database)

  child.kill('SIGINT')
  await holder.end()
  const [exitCode] = await closed
  const taken = await library.database.asset.count()
  const rest = await library.run(['import', folder, '--user', ADA, '--json'])

  expect(exitCode).toBe(130)
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(FILES)
  expect(JSON.parse(rest.stdout).folders[0]).toMatchObject({ unchanged: taken, added: FILES - taken, failed: 0 })
})

test("uses the files' own times where exiftool cannot run, and says so once", async () => {
  const folder = await makeFolder(await makePhotos(2))
  const home = await makeFolder({ '.ExifTool_config': 'exit 1;' })

  const env = { DATABASE_URL: library.url, EXIFTOOL_HOME: home }
  const { stderr, exitCode } = await runCli(['import', folder, '--user', ADA], { env })

  expect(stderr.match(/warning: exiftool cannot run/g)).toHaveLength(1)
  expect(stderr).toContain('Install perl')
  expect(exitCode).toBe(0)
  expect(await library.database.asset.count()).toBe(2)
})

test('--watch imports the folders, and then what changes in them, until Ctrl-C (D1)', async () => {
  const folder = await makeFolder(await makePhotos(1))
  const child = startCli(['import', folder, '--user', ADA, '--watch', '--json'], { DATABASE_URL: library.url })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  await until(async () => (await library.database.asset.count()) === 1)

  await writeFile(join(folder, 'new.jpg'), await makeJpeg())
  await until(async () => (await library.database.asset.count()) === 2)
  child.kill('SIGINT')
  const [exitCode] = await closed

  expect(exitCode).toBe(0)
})

test('a worker watches the folders of WATCH_FOLDERS, and warns, as doctor does, of an export in one (D6, EX1)', async () => {
  const note = { title: 'a.jpg', photoTakenTime: { timestamp: '1561975200' }, url: 'https://photos.google.com/' }
  const folder = await makeFolder({
    'Takeout/Google Photos/Trip/a.jpg': await makeJpeg(),
    'Takeout/Google Photos/Trip/a.jpg.json': JSON.stringify(note),
    'Takeout/Google Photos/Trip/metadata.json': JSON.stringify({ title: 'Trip', access: 'protected' }),
  })
  const env = { DATABASE_URL: library.url, WATCH_FOLDERS: `${ADA}=${folder}`, WORKER_IMAGES: '0', WORKER_METADATA: '0' }
  const child = startCli(['worker'], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
    })
  }

  await until(() => log.includes(`${folder} has an export of Google Photos`))
  await writeFile(join(folder, 'new.jpg'), await makeJpeg())
  await until(() => library.database.asset.findFirst({ where: { originalFileName: 'new.jpg' } }))
  child.kill('SIGTERM')
  await closed
  const albums = await library.database.album.count()
  const finding = await listChecks(env)['watched folders']?.()
  await library.run(['import', folder, '--user', ADA])

  expect(finding).toMatchObject({
    verdict: 'warning',
    detail: expect.stringContaining(`${folder} (Google Photos)`),
  })
  // Only an import brings the facts of an export.
  expect([albums, await library.database.album.count()]).toEqual([0, 1])
  expect(await library.database.library.findFirst({ where: { importPath: folder } })).toMatchObject({ watcherId: null })
})
