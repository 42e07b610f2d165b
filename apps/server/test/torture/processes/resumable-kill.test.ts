import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UploadResult } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { byLevel, report } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'
import { draw } from '../../support/random.js'
import { until } from '../../support/until.js'
import { sendAnywhere } from '../../support/uploads/resumable.js'
import { filesIn } from '../../support/uploads/upload.js'

const KILLS = byLevel(2, 20, 200)
const AT_ONCE = 4
const PART_BYTES = 1_000_000

describe('two servers of one library, one of which is killed while resumable uploads arrive', () => {
  test(`${KILLS} times at random: each upload goes on at either server, and ends in the library once, whole`, async () => {
    const { url, database, ada } = await useAdasLibrary()
    const folder = await makeFolder()
    const env = { DATABASE_URL: url, DATA_DIR: folder, UPLOAD_RESERVE: '0', RATE_LIMIT: '0' }
    const start = () => serve(env, ['--no-worker'])
    const servers = await Promise.all([start(), start()])
    const counts = { failed: 0, parts: 0 }
    const results: UploadResult[] = []
    const contents: Buffer[] = []
    let isOver = false
    const send = async () => {
      const jpeg = await makeJpeg()
      while (!isOver) {
        const content = Buffer.concat([jpeg, Buffer.from(randomUUID()), Buffer.alloc(draw(0, 3 * PART_BYTES))])
        contents.push(content)
        results.push(await sendAnywhere(servers, ada, content, { partBytes: PART_BYTES, counts }))
      }
    }
    const sending = Promise.all(Array.from({ length: AT_ONCE }, send))
    for (let kill = 0; kill < KILLS; kill += 1) {
      await Promise.race([sleep(draw(0, 1_500)), sending])
      const victim = draw(0, 1)
      await servers[victim]?.stop('SIGKILL')
      servers[victim] = await start()
    }
    const before = results.length
    await Promise.race([until(() => results.length > before), sending])
    isOver = true
    await sending

    const assets = await database.asset.findMany()
    report(`${KILLS} × kill -9 of one of two servers during resumable uploads`, { uploads: results.length, ...counts })
    const sha1s = contents.map((content) => createHash('sha1').update(content).digest('hex')).sort()
    expect(assets.map(({ checksum }) => Buffer.from(checksum).toString('hex')).sort()).toEqual(sha1s)
    expect(new Set(results.map(({ id }) => id))).toEqual(new Set(assets.map(({ id }) => id)))
    for (const { originalPath, checksum } of assets)
      expect(
        createHash('sha1')
          .update(await readFile(originalPath))
          .digest(),
      ).toEqual(Buffer.from(checksum))
    // What the killed ones left is removed while the others run, or at the next start.
    const uploads = join(folder, 'upload')
    await Promise.all(servers.map((server) => server.stop()))
    await start()
    const expected = assets.map(({ originalPath }) => originalPath).sort()
    await until(async () => {
      const found = (await filesIn(uploads)).filter((path) => !path.startsWith('.resumable'))
      return JSON.stringify(found.map((path) => join(uploads, path)).sort()) === JSON.stringify(expected)
    })
  })
})
