import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { asProgram } from '../../support/http/as-program.js'
import { byLevel, report } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'
import { draw } from '../../support/random.js'
import { until } from '../../support/until.js'
import { filesIn, makeFile, upload } from '../../support/uploads/upload.js'

const PHOTOS = byLevel(100, 2_000, 10_000)

test(`a server that is killed while a trash of ${PHOTOS} is emptied: in the end nothing of it is left, and all else is (TR7)`, async () => {
  const { url, database, ada } = await useAdasLibrary()
  const folder = await makeFolder()
  const env = { DATABASE_URL: url, DATA_DIR: folder, UPLOAD_RESERVE: '0', RATE_LIMIT: '0' }
  const uploads = join(folder, 'upload')
  const jpeg = await makeJpeg()
  const first = await serve(env, ['--no-worker'])
  const ids: string[] = []
  for (let start = 0; start < PHOTOS; start += 50) {
    const some = Array.from({ length: Math.min(50, PHOTOS - start) }, (_, index) =>
      upload(first, ada, { assetData: makeFile(Buffer.concat([jpeg, Buffer.from(`${start + index}`)])) }),
    )
    for (const { body } of await Promise.all(some)) ids.push(body.id)
  }
  const [kept = '', ...doomed] = ids
  await asProgram(first, ada).deleteAssets({ ids: doomed })
  let kills = 0

  let service = first
  const isLeft = async () => (await database.asset.count({ where: { ownerId: ada.id, removedAt: null } })) > 1
  while (kills < 3 || (kills < 100 && (await isLeft()))) {
    const emptying = asProgram(service, ada)
      .emptyTrash()
      .catch(() => {})
    await sleep(draw(0, 300))
    await service.stop('SIGKILL')
    await emptying
    kills += 1
    service = await serve(env, ['--no-worker'])
  }

  await until(async () => (await filesIn(uploads)).length === 1)
  report(`a trash of ${PHOTOS} was emptied`, { kills })
  expect(await database.asset.findMany({ select: { id: true } })).toEqual([{ id: kept }])
  await until(async () => (await database.fileRemoval.count()) === 0)
  await service.stop()
})
