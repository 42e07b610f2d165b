import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { byLevel, report } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'
import { draw } from '../../support/random.js'
import { until } from '../../support/until.js'
import { filesIn, makeFile, upload } from '../../support/uploads/upload.js'

const KILLS = byLevel(2, 20, 200)
const AT_ONCE = 8

async function open() {
  const { url, database, ada } = await useAdasLibrary()
  const folder = await makeFolder()
  const env = { DATABASE_URL: url, DATA_DIR: folder, UPLOAD_RESERVE: '0', RATE_LIMIT: '0' }
  return { database, uploads: join(folder, 'upload'), env, ada }
}

test(`a server is killed ${KILLS} times at random while files arrive: each asset is whole, none that was acknowledged is lost, and no file is left over`, async () => {
  const { database, uploads, env, ada } = await open()
  const jpeg = await makeJpeg()
  const acknowledged: string[] = []
  let cut = 0

  /** The files of the library and the assets agree. */
  const isClean = async () => {
    const assets = await database.asset.findMany({ select: { originalPath: true } })
    const expected = assets.map(({ originalPath }) => originalPath).sort()
    const found = (await filesIn(uploads)).map((path) => join(uploads, path)).sort()
    return JSON.stringify(found) === JSON.stringify(expected)
  }

  for (let kill = 0; kill <= KILLS; kill += 1) {
    const service = await serve(env, ['--no-worker'])
    await until(isClean)
    if (kill === KILLS) {
      await service.stop()
      break
    }
    let isKilled = false
    const send = async () => {
      while (!isKilled) {
        const content = Buffer.concat([jpeg, Buffer.from(randomUUID()), Buffer.alloc(draw(0, 2_000_000))])
        try {
          const { status, body } = await upload(service, ada, { assetData: makeFile(content) })
          if (status === 201) acknowledged.push(body.id)
        } catch {
          cut += 1
        }
      }
    }
    const sending = Array.from({ length: AT_ONCE }, send)
    const before = acknowledged.length
    // Half of the kills come while the first files are read, which takes longer.
    if (kill % 2 === 0) await until(async () => acknowledged.length > before)
    await sleep(draw(0, 1_500))
    isKilled = true
    await service.stop('SIGKILL')
    await Promise.all(sending)
  }

  const assets = await database.asset.findMany()
  const ids = new Set(assets.map(({ id }) => id))
  report(`${KILLS} × kill -9 during uploads`, { acknowledged: acknowledged.length, assets: assets.length, cut })
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  for (const { originalPath, checksum } of assets) {
    const content = await readFile(originalPath)
    expect(createHash('sha1').update(content).digest()).toEqual(Buffer.from(checksum))
  }
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(cut).toBeGreaterThan(0)
})
