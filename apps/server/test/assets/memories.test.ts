import { expect, test } from 'vitest'
import { createAssets, createUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)

test('a day of many years with hundreds of photos is shown whole (FI7)', async () => {
  const ids = await createAssets(database, ada, 300)
  const description = 'ü\u{1f600}'.repeat(100)
  await database.$executeRaw`INSERT INTO exif (asset_id, description) SELECT unnest(${ids}::uuid[]), ${description}`
  await database.$executeRaw`
    UPDATE asset SET local_date_time = make_timestamptz(2021 + position::int % 3, 3, 5, 12, 0, 0, 'UTC')
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS taken (asset_id, position) WHERE id = asset_id`

  const { status, body } = await createClientFor(server, ada).getMemoryLane({ query: { day: 5, month: 3 } })

  const memories = status === 200 ? body : []
  expect(memories.map(({ assets }) => assets.length)).toEqual([100, 100, 100])
  const shown = memories.flatMap(({ assets }) => assets)
  expect(shown.map(({ id }) => id).sort()).toEqual(ids.sort())
  expect(new Set(shown.map(({ exifInfo }) => exifInfo?.description))).toEqual(new Set([description]))
})
