import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { MAX_IDS } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { send } from '../support/client.js'
import { createAssets, createUser } from '../support/factories.js'
import { startTestServer } from '../support/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const position = 77_777

const create = (assetIds: unknown[]) =>
  send(server, '/api/album', { method: 'POST', apiKey: ada.apiKey, body: { albumName: '', assetIds } })

describe(`a wrong id in a list of ${MAX_IDS}`, () => {
  test('C11 is named by its position when it is no id', async () => {
    const ids: unknown[] = Array.from({ length: MAX_IDS }, () => randomUUID())
    ids[position] = 'x'

    const { status, body } = await create(ids)

    expect({ status, errors: body.errors, count: body.errorCount }).toEqual({
      status: 400,
      errors: [{ pointer: `/assetIds/${position}`, code: 'invalid_id', detail: 'must be a UUID' }],
      count: 1,
    })
  })

  test('C8 is named by its position when it cannot be used', async () => {
    const ids = await createAssets(database, ada, MAX_IDS)
    ids[position] = randomUUID()

    const { status, body } = await create(ids)

    expect({ status, code: body.code, count: body.errorCount }).toEqual({ status: 400, code: 'unusable_ids', count: 1 })
    expect(body.errors).toMatchObject([{ pointer: `/assetIds/${position}`, code: 'unusable_id' }])
  })

  test('C8 C11 costs no more than its share when all are wrong', async () => {
    const secondsFor = async (wrong: unknown[]) => {
      const started = performance.now()
      const { status, body } = await create(wrong)
      expect({ status, shown: body.errors.length, count: body.errorCount }).toEqual({
        status: 400,
        shown: 100,
        count: wrong.length,
      })
      return (performance.now() - started) / 1_000
    }
    const kinds: (() => unknown)[] = [() => 'x', () => 1, () => randomUUID()]
    for (const make of kinds) {
      const few = await secondsFor(Array.from({ length: MAX_IDS / 20 }, make))
      const all = await secondsFor(Array.from({ length: MAX_IDS }, make))

      // Twenty times as many; work that grows with the square would take four hundred times as long.
      expect(all).toBeLessThan(Math.max(few, 0.05) * 100)
    }
  })
})
