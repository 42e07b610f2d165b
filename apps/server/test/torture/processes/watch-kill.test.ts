import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { byLevel, report } from '../../support/long.js'
import { makeRemovableDisk } from '../../support/media/removable-disk.js'
import { createRestlessFiles } from '../../support/media/restless-files.js'
import { serve } from '../../support/processes/serve-process.js'
import { draw } from '../../support/random.js'
import { until } from '../../support/until.js'

const ROUNDS = byLevel(2, 9, 100)
const ACTORS = 3
const STILL = 20
const LOOK_MS = 200

/** A killed watcher keeps its place for 10 s, and another tries to take it every 5 s. */
const TAKES_PLACE_MS = 15_000

async function open() {
  const { url, database, ada } = await useAdasLibrary()
  const [disk, dataDir] = [await makeRemovableDisk(), await makeFolder()]
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, WATCH_FOLDERS: `${ada.email}=${disk.folder}` }
  const list = async () =>
    (await database.asset.findMany({ select: { originalPath: true, isOffline: true, checksum: true } })).map(
      (asset) => ({
        ...asset,
        checksum: Buffer.from(asset.checksum).toString('hex'),
      }),
    )
  return { disk, list, start: () => serve({ ...env, MEDIA_LIBRARY_DEMO: 'false' }) }
}

test(`a service is killed ${ROUNDS} times while files come, change, move and go, and their disk with them: the library is the folder in the end (D4)`, async () => {
  const { disk, list, start } = await open()
  const photo = await makeJpeg()
  const files = createRestlessFiles(disk.folder, photo, ACTORS)
  const still = new Map<string, string>()
  await mkdir(join(disk.folder, 'still'))
  for (let number = 0; number < STILL; number += 1) {
    const [path, content] = [join(disk.folder, `still/${number}.jpg`), Buffer.concat([photo, Buffer.from(`${number}`)])]
    await writeFile(path, content)
    still.set(path, createHash('sha1').update(content).digest('hex'))
  }

  /** Files that nobody changes or moves, so that their assets have to stay online. */
  let resting: ReadonlyMap<string, string> = still
  const faults: string[] = []
  const seen = new Map<string, string>()
  let looks = 0
  const look = async () => {
    const expected = resting
    for (const { originalPath: path, isOffline, checksum } of await list()) {
      if (isOffline && expected === resting && expected.get(path) === checksum)
        faults.push(`${path} was marked as missing`)
      seen.set(checksum, path)
    }
    looks += 1
  }
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      await look()
      await sleep(LOOK_MS)
    }
  })()
  const stopLooking = async () => {
    isOver = true
    await looking
  }
  onTestFinished(stopLooking)

  const takeDisk = async () => {
    await files.pause()
    const online = new Set((await list()).filter(({ isOffline }) => !isOffline).map(({ originalPath }) => originalPath))
    await disk.take()
    resting = new Map([...still, ...[...files.present].filter(([path]) => online.has(path))])
  }
  const giveDiskBack = async () => {
    await disk.giveBack()
    resting = still
    files.go()
  }

  let service = await start()
  files.go()
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(TAKES_PLACE_MS + draw(0, 5_000))
    if (round % 3 === 1) {
      await takeDisk()
      await sleep(draw(1_000, 6_000))
      await giveDiskBack()
      await sleep(draw(0, 3_000))
    }
    if (round % 3 === 2) await takeDisk()
    await service.stop('SIGKILL')
    service = await start()
    if (round % 3 === 2) {
      await sleep(TAKES_PLACE_MS + 2_000)
      await giveDiskBack()
    }
  }
  await files.pause()
  const pausedAt = performance.now()
  const expected = [...still, ...files.present].sort()
  const listOnline = async () => {
    const online = (await list()).filter(({ isOffline }) => !isOffline)
    return online.map(({ originalPath, checksum }) => [originalPath, checksum]).sort()
  }
  // Only the comparison after it says what differs.
  await until(async () => JSON.stringify(await listOnline()) === JSON.stringify(expected)).catch(() => {})
  expect(await listOnline()).toEqual(expected)
  await stopLooking()
  await service.stop()

  report(`${ROUNDS} × kill -9 of a service that watches a folder`, {
    changes: files.changes,
    looks,
    files: still.size + files.present.size,
    disk: disk.isMount ? 'a mount' : 'a folder that is renamed',
    'agree after s': ((performance.now() - pausedAt) / 1_000).toFixed(1),
  })
  const contents = new Set([...files.contents, ...still.values()])
  expect(faults).toEqual([])
  expect([...seen].filter(([checksum]) => !contents.has(checksum))).toEqual([])
  expect(files.changes).toBeGreaterThan(ROUNDS)
})
