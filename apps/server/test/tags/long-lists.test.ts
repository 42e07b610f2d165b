import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTaggedAssets, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const user = await createUser(database)
const { tag } = await createTaggedAssets(database, user, 1_000)
await database.$executeRaw`INSERT INTO exif (asset_id, description) SELECT id, ${'x'.repeat(1_800)} FROM asset`

/** Counts the copies that are begun until the test ends. */
function countCopies() {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  return () => query.mock.calls.filter(([sent]) => JSON.stringify(sent).includes('COPY (')).length
}

test('a list of 1,000 usual assets is read once, however many request it at once', async () => {
  const copies = countCopies()

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(server, `/api/tag/${tag.id}/assets`, { apiKey: user.apiKey })),
  )

  for (const { body } of answers) expect(JSON.stringify(body).length).toBeGreaterThan(2_700_000)
  expect(copies()).toBe(20)
})
