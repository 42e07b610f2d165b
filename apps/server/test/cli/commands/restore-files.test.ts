import { once } from 'node:events'
import { copyFile, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { loseLibrary } from '../../support/backup/lost-library.js'
import { query } from '../../support/database/query.js'
import { runCli, runHere, startCli } from '../../support/processes/cli.js'
import { serve } from '../../support/processes/serve-process.js'
import { openObjectStore } from '../../support/storage/object-store.js'
import { until } from '../../support/until.js'
import { filesIn } from '../../support/uploads/upload.js'

const library = await loseLibrary()
const { backup, dataDir, before, disk, loadAll } = library
const files = await filesIn(disk)
const uploads = files.filter((path) => path.startsWith('upload/') && !path.endsWith('.xmp'))
const derived = files.filter((path) => /^(thumbs|encoded-video)\//.test(path))
const photo = uploads.find((path) => path.endsWith('photo.jpg')) ?? ''
const picture = derived.find((path) => path.endsWith('.webp')) ?? ''

type Machine = Awaited<ReturnType<typeof library.openMachine>>

/** Runs `restore --json` on a machine. */
async function restore(machine: Machine, ...args: string[]) {
  const { stdout, stderr, exitCode } = await runHere(['restore', ...args, '--json'], machine)
  return { ...(stdout === '' ? {} : JSON.parse(stdout)), stderr, exitCode }
}

/** What the user loads from a machine once its service runs. */
async function loadFrom(machine: Machine) {
  const service = await serve({ ...machine, WORKER_IMAGES: '0' })
  return loadAll(service).finally(() => service.stop())
}

test('the library has files of each kind, all of which are shown', () => {
  expect(before.map(([, status]) => status)).toEqual(before.map(() => 200))
  expect([uploads.length, derived.length]).toEqual([4, 10])
})

test('a restore names the new places of the files, and not the former ones, in text and as JSON', async () => {
  const [told, listed] = [await library.openMachine(), await library.openMachine()]

  const { stderr } = await runHere(['restore', backup], told)
  const json = await restore(listed, backup)

  expect(stderr).toContain(`thumbs, encoded-video and profile of ${told.DATA_DIR}, and ${told.DATA_DIR}/upload`)
  expect(json).toMatchObject({
    dataDir: listed.DATA_DIR,
    derivedFiles: listed.DATA_DIR,
    uploadedFiles: join(listed.DATA_DIR, 'upload'),
    formerDataDir: expect.not.stringContaining(listed.DATA_DIR),
  })
})

test('`--files` brings all files of a library to another machine, where they are shown as before, and copies nothing twice', async () => {
  const machine = await library.openMachine()

  const { files: copied, exitCode } = await restore(machine, backup, '--files', disk)

  const whole = { kept: 0, missing: 0, failures: [] }
  expect(copied).toMatchObject({
    derived: { copied: derived.length, ...whole },
    uploads: { copied: uploads.length, ...whole },
    profileImages: { copied: 1, ...whole },
  })
  expect(exitCode).toBe(0)
  expect(await loadFrom(machine)).toEqual(before)
  expect(await filesIn(machine.DATA_DIR)).toEqual(files)
  expect(
    await query(machine.DATABASE_URL, 'SELECT FROM library WHERE starts_with(import_path, $1)', [dataDir]),
  ).toEqual([])

  await rm(join(machine.DATA_DIR, picture))
  const again = await restore(machine, '--files', disk)

  expect(again.files).toMatchObject({
    derived: { copied: 1, kept: derived.length - 1 },
    uploads: { copied: 0, kept: uploads.length },
  })
  expect(await filesIn(machine.DATA_DIR)).toEqual(files)
})

test('`--files` takes uploads that were copied by hand, and copies of UPLOAD_DIR alone', async () => {
  const [byHand, apart] = [await library.openMachine(), await library.openMachine()]
  await mkdir(byHand.DATA_DIR)
  await rename(await library.copyDisk(), byHand.DATA_DIR)

  const taken = await restore(byHand, backup, '--files', byHand.DATA_DIR)
  const copied = await restore(apart, backup, '--files', join(disk, 'upload'))

  expect(taken.files).toMatchObject({ derived: { kept: derived.length }, uploads: { kept: uploads.length } })
  expect(await filesIn(byHand.DATA_DIR)).toEqual(files)
  expect(copied.files).toMatchObject({ derived: { missing: derived.length }, uploads: { copied: uploads.length } })
})

test('`--files` fills buckets from a folder', async () => {
  const store = await openObjectStore()
  const machine = await library.openMachine(store.originals)

  const { derivedFiles, uploadedFiles, files: copied } = await restore(machine, backup, '--files', disk)

  expect([derivedFiles, uploadedFiles]).toEqual(['s3://library/derived/files', 's3://library/originals'])
  expect([copied.derived.missing, copied.uploads.missing]).toEqual([0, 0])
  expect(await loadFrom(machine)).toEqual(before)
  expect(await store.list()).toHaveLength(files.length)
})

/** What may have become of a copy, and what is said of it. */
const spoils: [spoil: (path: string) => Promise<unknown>, reason: string][] = [
  [(path) => rm(path), 'not in'],
  [(path) => truncate(path), 'it is empty'],
  [(path) => rename(path, `${path}~`).then(() => symlink(`${path}~`, path)), 'symbolic link'],
]

test('copies that are missing, empty or links are named with the remedy, and do not stop the others', async () => {
  const machine = await library.openMachine()
  const copy = await library.copyDisk()
  const spoiled = spoils.flatMap(([, reason], kind) =>
    [uploads, derived].map((paths) => ({ path: paths[kind] ?? '', kind, reason })),
  )
  for (const { path, kind } of spoiled) await spoils[kind]?.[0](join(copy, path))

  const { stdout, stderr, exitCode } = await runHere(['restore', backup, '--files', copy], machine)
  const again = await restore(machine, '--files', copy)
  const healed = await restore(machine, '--files', disk)

  expect(stdout).toContain('Copied')
  for (const { path, reason } of spoiled) expect(stderr).toMatch(new RegExp(`${basename(path)}.*${reason}`))
  for (const remedy of ['restore --files <folder>', 'jobs retry --missing'])
    expect(stderr).toContain(`\`media-library ${remedy}\``)
  expect(exitCode).toBe(1)
  expect(again.files).toMatchObject({ derived: { missing: 3 }, uploads: { missing: 3 } })
  expect(healed.files).toMatchObject({ derived: { missing: 0 }, uploads: { missing: 0 } })
  expect(await filesIn(machine.DATA_DIR)).toEqual(files)
})

test('a copy of a picture that is missing does not fail a restore, which queues its job with `--regenerate`', async () => {
  const machine = await library.openMachine()
  const copy = await library.copyDisk()
  await rm(join(copy, picture))

  const { queued, exitCode } = await restore(machine, backup, '--files', copy, '--regenerate')

  expect([queued, exitCode]).toEqual([1, 0])
  expect(await query(machine.DATABASE_URL, `SELECT name FROM asset_job WHERE state = 'queued'`)).toEqual([
    { name: 'regenerate-thumbnail' },
  ])
})

test('a folder in the place of an upload and of a thumbnail is named, and all other files are copied', async () => {
  const machine = await library.openMachine()
  for (const path of [photo, picture]) await mkdir(join(machine.DATA_DIR, path, 'in the way'), { recursive: true })

  const { files: copied, exitCode } = await restore(machine, backup, '--files', disk)

  const oneLess = (count: number) => ({ copied: count - 1, missing: 1 })
  expect(copied).toMatchObject({ derived: oneLess(derived.length), uploads: oneLess(uploads.length) })
  expect(copied.uploads.failures).toEqual([
    expect.objectContaining({ reason: expect.stringContaining('move it away') }),
  ])
  expect(exitCode).toBe(1)
})

test('two that copy into the same place at once lose nothing, and a further run has all files', async () => {
  const machine = await library.openMachine()
  await restore(machine, backup)

  await Promise.all([1, 2].map(() => runCli(['restore', '--files', disk], { env: machine })))
  const { files: copied, exitCode } = await restore(machine, '--files', disk)

  expect([copied.derived.missing, copied.uploads.missing, exitCode]).toEqual([0, 0, 0])
  expect(await filesIn(machine.DATA_DIR)).toEqual(files)
})

test('an upload whose content does not match its checksum is not taken', async () => {
  const machine = await library.openMachine()
  const copy = await library.copyDisk()
  await writeFile(join(copy, photo), 'damaged')

  const { files: copied, exitCode } = await restore(machine, backup, '--files', copy)

  expect(copied.uploads.failures).toEqual([
    { path: join(dataDir, photo), reason: expect.stringContaining('does not match its checksum') },
  ])
  expect(exitCode).toBe(1)
  expect(await filesIn(machine.DATA_DIR)).toEqual(files.filter((path) => !path.startsWith(photo)))
})

describe('a folder that has no copies is refused before anything is restored', () => {
  test.each([
    ['is not there', async () => '/nowhere', 'error: cannot read /nowhere: no such file or directory. '],
    ['has none of the folders', () => makeFolder({ 'photos/a.jpg': '' }), 'none of the folders'],
    [
      'has a link in the place of one',
      async () => {
        const folder = await makeFolder()
        await symlink(join(disk, 'thumbs'), join(folder, 'thumbs'))
        return folder
      },
      'symbolic link',
    ],
  ])('it %s', async (_, make, reason) => {
    const machine = await library.openMachine()

    const { stderr, exitCode } = await restore(machine, backup, '--files', await make())

    expect(stderr).toContain(reason)
    expect(exitCode).toBe(1)
    expect(await query(machine.DATABASE_URL, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
  })
})

test('a full disk ends `--files` with the command that goes on, and leaves nothing incomplete', async () => {
  const machine = await library.openMachine({ UPLOAD_RESERVE: '999TiB' })

  const full = await restore(machine, backup, '--files', disk)
  const left = await filesIn(machine.DATA_DIR)
  const resumed = await restore({ ...machine, UPLOAD_RESERVE: '0' }, '--files', disk)

  expect(full.stderr).toContain(`${machine.DATA_DIR}/upload is full`)
  expect(full.stderr).toContain(`media-library restore --files '${disk}'`)
  expect(full.exitCode).toBe(1)
  expect(left).toEqual([])
  expect(resumed.files).toMatchObject({ derived: { missing: 0 }, uploads: { missing: 0 } })
  expect(await filesIn(machine.DATA_DIR)).toEqual(files)
})

test('Ctrl-C ends `--files` within a file, which is then not there, and a further run goes on', async () => {
  const machine = await library.openMachine()
  const copy = await library.copyDisk()
  const target = join(machine.DATA_DIR, photo)
  // It is never read to its end.
  await truncate(join(copy, photo), 2 ** 40)

  const child = startCli(['restore', backup, '--files', copy], machine)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close')
  await until(async () => (await filesIn(dirname(target))).some((name) => name.endsWith('.partial')))
  child.kill('SIGINT')

  expect(await ended).toEqual([130, null])
  expect(errors).toContain(`media-library restore --files '${copy}'`)
  expect((await filesIn(machine.DATA_DIR)).filter((path) => !files.includes(path))).toEqual([])
  await copyFile(join(disk, photo), join(copy, photo))
  expect((await restore(machine, '--files', copy)).exitCode).toBe(0)
  expect(await filesIn(machine.DATA_DIR)).toEqual(files)
  expect(await readFile(target)).toEqual(await readFile(join(disk, photo)))
})
