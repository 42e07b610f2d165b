import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg, makeTiff, takenAt, writeTags } from '../fixtures/photo.js'
import { createAssets, createUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { asProgram } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'
import { runHere } from '../support/processes/cli.js'
import { until } from '../support/until.js'

const { database, databaseUrl, ...server } = await startTestServer()
const SHOT = '2024:05:06 07:08:09'

const note = (title: string) => JSON.stringify({ title, photoTakenTime: { timestamp: '1714979289' } })

async function waitForLocks(howMany: number) {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await until(async () => (await query(databaseUrl, waiting)).length >= howMany)
}

test.each<[string, string, (folder: string) => Promise<void>]>([
  [
    'the RAW photo of its shot',
    '.',
    async (folder) => {
      await writeFile(join(folder, 'IMG_1.dng'), await makeTiff())
      await writeTags(join(folder, 'IMG_1.dng'), { DNGVersion: '1 4 0 0', DateTimeOriginal: SHOT })
    },
  ],
  [
    'its edited copy in an export',
    'Takeout/Trip',
    async (folder) => writeFile(join(folder, 'IMG_1-edited.jpg'), await makeJpeg()),
  ],
])('a photo that is stacked while an import finds %s stays in that stack', async (_, place, addOther) => {
  const ada = await createUser(database)
  const library = asProgram(server, ada)
  const folder = await makeFolder({
    [join(place, 'IMG_1.jpg')]: await makeJpeg(takenAt(SHOT)),
    ...(place !== '.' && { [join(place, 'IMG_1.jpg.json')]: note('IMG_1.jpg') }),
  })
  const take = () => runHere(['import', folder, '--user', ada.email, '--json'], { DATABASE_URL: databaseUrl })
  await take()
  const { id } = await database.asset.findFirstOrThrow({ where: { ownerId: ada.id, originalFileName: 'IMG_1.jpg' } })
  const [parent] = (await createAssets(database, ada, 1)) as [string]
  await addOther(join(folder, place))
  const gate = new Client({ connectionString: databaseUrl })
  await gate.connect()
  onTestFinished(() => gate.end())
  await gate.query('BEGIN')
  await gate.query('SELECT FROM asset WHERE id = $1 FOR NO KEY UPDATE', [id])

  const stacked = library.updateAssets({ ids: [id], stackParentId: parent }).then(() => 'stacked')
  await waitForLocks(1)
  const taken = take()
  await waitForLocks(2)
  await gate.query('COMMIT')

  expect([await stacked, (await taken).stderr]).toEqual(['stacked', expect.not.stringContaining('failed')])
  const stacks = await database.stack.findMany({ where: { ownerId: ada.id }, include: { assets: true } })
  for (const { assets, primaryAssetId } of stacks) {
    expect(assets.length).toBeGreaterThan(1)
    expect(assets.map((asset) => asset.id)).toContain(primaryAssetId)
  }
  expect(stacks.some(({ assets }) => [id, parent].every((member) => assets.some((asset) => asset.id === member)))).toBe(
    true,
  )
})
