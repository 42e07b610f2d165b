import { expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { startTestServer } from '../support/http/server.js'

const { database } = await startTestServer()
const ada = await createUser(database)

test('an asset that comes with its metadata has its text made once', async () => {
  const [made] = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL track_functions = 'pl'`
    await transaction.$executeRaw`
      WITH added AS (
        INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
          checksum, file_created_at, file_modified_at, local_date_time)
        SELECT uuidv7(), ${ada.id}::uuid, ${ada.libraryId}::uuid, '1', 'camera', 'IMAGE', '/photos/once.jpg', 'once.jpg',
          substr(sha256('once'), 1, 20), now(), now(), now()
        RETURNING id
      )
      INSERT INTO exif (asset_id, make) SELECT id, 'Example' FROM added`
    return transaction.$queryRaw<unknown[]>`
      SELECT calls::int AS times, strpos(json, '"make":"Example"') > 0 AS "hasMetadata"
      FROM pg_stat_xact_user_functions, asset_text JOIN asset ON id = asset_id
      WHERE funcname = 'write_asset_texts' AND original_path = '/photos/once.jpg'`
  })

  expect(made).toEqual({ times: 1, hasMetadata: true })
})
