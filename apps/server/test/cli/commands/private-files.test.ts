import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listChecks } from '../../../src/cli/doctor/index.js'
import { readConfig } from '../../../src/config/config.js'
import { keepPrivate } from '../../../src/storage/private-folders.js'
import { makeFolder } from '../../fixtures/folder.js'
import { readCameraPhoto } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { serve } from '../../support/processes/serve-process.js'
import { until } from '../../support/until.js'
import { makeFile, upload } from '../../support/uploads/upload.js'

/** A data folder of which an older version left a thumbnail open to everybody, and a library in a database. */
async function openOldFolder() {
  const { url, ada } = await useAdasLibrary()
  const dataDir = await makeFolder()
  const old = join(dataDir, 'thumbs/ada/old.webp')
  await mkdir(dirname(old), { recursive: true })
  await writeFile(old, '')
  for (const path of [old, dirname(old), join(dataDir, 'thumbs')]) await chmod(path, path === old ? 0o644 : 0o755)
  return { dataDir, env: { DATABASE_URL: url, DATA_DIR: dataDir }, ada }
}

/** What the doctor finds of other accounts. */
function findOthers(env: NodeJS.ProcessEnv) {
  return listChecks(env)['other accounts']?.()
}

/** The modes of all that is beneath a folder: those of folders, and those of files. */
async function modesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const modes = { folders: new Set<string>(), files: new Set<string>() }
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    modes[entry.isDirectory() ? 'folders' : 'files'].add((mode & 0o7777).toString(8))
  }
  return { folders: [...modes.folders], files: [...modes.files] }
}

/** Uploads a photo to a service, and waits until its thumbnails are there. */
async function uploadTo({ dataDir, env, ada }: Awaited<ReturnType<typeof openOldFolder>>) {
  const service = await serve(env)
  const { status, body } = await upload(service, ada, { assetData: makeFile(await readCameraPhoto('lumia')) })
  expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })])
  await until(async () =>
    (await readdir(dataDir, { recursive: true })).some((path) => path.endsWith(`${body.id}.webp`)),
  )
  await service.stop()
}

test.skipIf(process.platform === 'win32')(
  'only the account of the service can read its files, also those of older versions',
  async () => {
    const library = await openOldFolder()
    const before = await findOthers(library.env)

    await uploadTo(library)

    const after = await findOthers(library.env)
    expect(before).toMatchObject({ verdict: 'problem', detail: expect.stringMatching(/can read .*thumbs/) })
    expect(after?.verdict).toBe('ok')
    expect(await modesIn(library.dataDir)).toEqual({ folders: ['700'], files: ['600'] })
  },
)

test.skipIf(process.platform === 'win32')(
  'a group to which the operator opened the folder can read them, and nobody else',
  async () => {
    const library = await openOldFolder()
    for (const path of [library.dataDir, join(library.dataDir, 'thumbs'), join(library.dataDir, 'thumbs/ada')])
      await chmod(path, 0o2755)

    const umask = process.umask()
    onTestFinished(() => void process.umask(umask))
    await keepPrivate(readConfig(library.env))
    await mkdir(join(library.dataDir, 'thumbs/ben'))
    await writeFile(join(library.dataDir, 'thumbs/ben/new.webp'), '')

    expect((await findOthers(library.env))?.verdict).toBe('ok')
    expect(await modesIn(library.dataDir)).toEqual({ folders: ['2750'], files: ['640'] })
  },
)
