import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { expect, onTestFinished, test } from 'vitest'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import type { TestUser } from '../../support/database/factories.js'
import { load } from '../../support/http/file-library.js'
import { hasNginx, siteOfMany, startNginx } from '../../support/http/nginx.js'
import { byLevel, report } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'
import { draw } from '../../support/random.js'
import { hasSwift, startSwift } from '../../support/storage/swift.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'
import { runImmich } from '../../support/uploads/immich-cli.js'
import { hasBrowser, sendByPage } from '../../support/uploads/page.js'
import { toSha1 } from '../../support/uploads/upload.js'

const FILES = byLevel(100, 300, 2_000)
const LONGEST_MS = 40 * TIME_LIMIT_MS
const MOST_RUNS = 20

/** The page sends a larger one in parts. */
const LARGE = 21_000_000

test.skipIf(!hasSwift || !hasNginx || !hasBrowser)(
  `@immich/cli and the page fill a library of ${FILES} files through nginx while a server, then a node of the store is killed: all are there once, and no server's disk is missed`,
  async () => {
    const { url, database, ada } = await useAdasLibrary()
    const swift = await startSwift({ objectNodes: 3 })
    onTestFinished(swift.close)
    const start = () => startMachine({ ...swift.environment, DATABASE_URL: url })
    const servers = await Promise.all([start(), start()])
    const proxy = await startNginx(siteOfMany(servers))
    const [ofImmich, ofPage] = [await makeFolder(), await makeFolder()]
    const checksums = await fillFolders(ofImmich, ofPage)
    const stored = (least: number) => until(async () => (await database.asset.count()) >= least, LONGEST_MS)
    const kill = async () => {
      await stored(FILES / 4)
      await servers[0]?.vanish()
      await stored(FILES / 2)
      await swift.killNode()
      return database.asset.count()
    }

    const startedAt = performance.now()
    const [failedRuns, said, countAtKill] = await Promise.all([
      sendByImmich(proxy, ada, ofImmich),
      sendByPage(proxy, ada, ofPage, LONGEST_MS),
      kill(),
    ])
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    report(`${FILES} files through nginx`, { seconds, 'failed runs of @immich/cli': failedRuns, page: said ?? '' })
    await until(async () => (await countOpenJobs(database)) === 0, LONGEST_MS)
    await servers[1]?.vanish()

    expect(countAtKill).toBeLessThan(FILES)
    expect(said).not.toContain('not added')
    const assets = await database.asset.findMany()
    expect(assets.map(({ checksum }) => Buffer.from(checksum).toString('hex')).sort()).toEqual(checksums)
    expect(await database.assetJob.findMany({ where: { state: 'failed' } })).toEqual([])
    // What was sent for nothing is removed at the next start.
    await database.fileRemoval.updateMany({ data: { dueAt: new Date() } })
    const another = await start()
    const keys = assets.map(({ originalPath }) => originalPath.slice('s3://library/'.length)).sort()
    await until(async () => (await swift.list()).length === keys.length)
    expect(await swift.list()).toEqual(keys)
    await pLimit(4).map(assets, async ({ id, checksum }) => {
      const { bytes } = await load(another, `/download/asset/${id}`, ada)
      expect(toSha1(bytes)).toBe(Buffer.from(checksum).toString('hex'))
      expect((await load(another, `/asset/thumbnail/${id}`, ada)).status).toBe(200)
    })
  },
)

/** Starts a server with a worker and an empty disk. */
async function startMachine(environment: Record<string, string>) {
  const folder = await makeFolder()
  const settings = { DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1', UPLOAD_RESERVE: '0' }
  const { url, stop } = await serve({ ...environment, ...settings })
  return {
    url,
    /** Takes its disk along. */
    vanish: async () => {
      await stop('SIGKILL')
      await rm(folder, { recursive: true })
    },
  }
}

/** Fills two folders, which have a tenth of the files both. Returns the checksums of all. */
async function fillFolders(one: string, other: string): Promise<string[]> {
  const jpeg = await makeJpeg()
  const checksums: string[] = []
  for (let number = 0; number < FILES; number += 1) {
    const content = Buffer.concat([jpeg, randomBytes(number % 200 === 3 ? LARGE : draw(1_000, 100_000))])
    const folders = number % 10 === 0 ? [one, other] : [number % 2 === 0 ? one : other]
    for (const folder of folders) await writeFile(join(folder, `IMG_${number}.jpg`), content)
    checksums.push(toSha1(content))
  }
  return checksums.sort()
}

/** Returns how often it failed: it gives up at the first failure, and whoever uses it runs it again. */
async function sendByImmich({ url }: { url: string }, { apiKey }: TestUser, folder: string): Promise<number> {
  const home = await makeFolder()
  await runImmich({ home }, 'login-key', `${url}/api`, apiKey)
  for (let failures = 0; failures < MOST_RUNS; failures += 1) {
    const { exitCode, stderr } = await runImmich({ home }, 'upload', '--recursive', folder)
    if (exitCode === 0) return failures
    const [, said = stderr] = /<title>([^<]*)/.exec(stderr) ?? /Error: (.*)/.exec(stderr) ?? []
    report('@immich/cli gave up', { said })
  }
  throw new Error(`@immich/cli failed ${MOST_RUNS} times.`)
}
