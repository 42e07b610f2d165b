import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import { handlers, startWorkers } from '../../../src/jobs/worker/worker.js'
import { openContext } from '../../../src/services.js'
import { makeFolder } from '../../fixtures/folder.js'
import { endWriting } from '../../fixtures/photo.js'
import { createUser, type TestUser } from '../../support/database/factories.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { byLevel, databaseWaits, report } from '../../support/long.js'
import { startCli } from '../../support/processes/cli.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'
import { runImmich } from '../../support/uploads/immich-cli.js'
import { hasBrowser, sendByPage } from '../../support/uploads/page.js'
import { fillPhone } from '../../support/uploads/phone.js'

/** Each kind of file that a phone makes at least once. */
const { PHONE_FILES = byLevel('24', '1000', '1000') } = process.env
const LONGEST_MS = byLevel(1, 36, 36) * TIME_LIMIT_MS

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database, databaseUrl, url } = server
afterAll(endWriting)

test.skipIf(!hasBrowser)(
  `the same ${PHONE_FILES} files make the same assets by @immich/cli, the page and a watched folder`,
  async () => {
    const folder = await makeFolder()
    const media = await fillPhone(folder, Number(PHONE_FILES))
    const ways = { 'immich cli': sendByImmich, page: addFolder, 'watched folder': watch }
    const users: TestUser[] = []

    for (const [name, way] of Object.entries(ways)) {
      const user = await createUser(database)
      users.push(user)
      const startedAt = Date.now()
      await way(user, folder, media)
      report(`three ways: ${name}`, { files: media, seconds: ((Date.now() - startedAt) / 1_000).toFixed(1) })
    }
    await runJobs()

    const [byImmich, byPage, byWatch] = await Promise.all(users.map(({ id }) => readAssets(id)))
    expect(byImmich).toHaveLength(media)
    expect(byImmich?.filter(({ livePhotoVideo }) => livePhotoVideo)).toHaveLength(countPairs(byImmich))
    expect(byImmich?.filter(({ exif }) => exif?.description?.startsWith('Shot '))).not.toEqual([])
    expect(byImmich?.flatMap(({ jobs }) => jobs).filter(({ state }) => state === 'failed')).toEqual([])
    expect(byPage).toEqual(byImmich)
    expect(byWatch).toEqual(byImmich)
  },
)

/** How many live photos there must be: each has a MOV. */
function countPairs(assets: { originalFileName: string }[] = []) {
  return assets.filter(({ originalFileName }) => originalFileName.endsWith('.MOV')).length
}

async function sendByImmich({ apiKey }: TestUser, folder: string) {
  const home = await makeFolder()
  for (const args of [
    ['login-key', `${url}/api`, apiKey],
    ['upload', '--recursive', folder],
  ]) {
    const { stdout, stderr, exitCode } = await runImmich({ home }, ...args)
    expect(exitCode, stdout + stderr).toBe(0)
  }
}

async function addFolder(user: TestUser, folder: string) {
  expect(await sendByPage(server, user, folder, LONGEST_MS)).toMatch(/^[\d,]+ files added\.$/)
}

async function watch({ id, email }: TestUser, folder: string, media: number) {
  const child = startCli(['import', folder, '--user', email, '--watch'], { DATABASE_URL: databaseUrl })
  const ended = once(child, 'close')
  try {
    await until(async () => (await database.asset.count({ where: { ownerId: id } })) === media, LONGEST_MS)
  } finally {
    child.kill('SIGINT')
  }
  expect(await ended).toEqual([0, null])
}

async function runJobs() {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent', WORKER_STOP_SECONDS: '1' }
  const context = await openContext(readConfig({ ...databaseWaits, ...environment }))
  const worker = await startWorkers(context, { handlers, backoffMs: 20, pollMs: 100 })
  await until(async () => (await countOpenJobs(database)) === 0, LONGEST_MS).finally(async () => {
    await worker.stop()
    await context.close()
  })
}

/** What is recorded of the files of a user, without what tells where and when they came. */
async function readAssets(ownerId: string) {
  const assets = await database.asset.findMany({
    where: { ownerId },
    orderBy: { originalFileName: 'asc' },
    select: {
      originalFileName: true,
      checksum: true,
      type: true,
      duration: true,
      thumbhash: true,
      resized: true,
      fileCreatedAt: true,
      fileModifiedAt: true,
      localDateTime: true,
      isVisible: true,
      isFavorite: true,
      isArchived: true,
      isOffline: true,
      deletedAt: true,
      exif: { omit: { assetId: true } },
      tags: { select: { tag: { select: { name: true } } } },
      livePhotoVideo: { select: { checksum: true } },
      stack: { select: { primaryAsset: { select: { checksum: true } } } },
      id: true,
    },
  })
  const jobs = await database.assetJob.findMany({ where: { ownerId }, orderBy: { name: 'asc' } })
  return assets.map(({ id, checksum, ...asset }) => ({
    ...asset,
    checksum: Buffer.from(checksum).toString('hex'),
    jobs: jobs.filter(({ assetId }) => assetId === id).map(({ name, state, reason }) => ({ name, state, reason })),
  }))
}
