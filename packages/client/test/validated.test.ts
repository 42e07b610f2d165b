import { describe, expect, test } from 'vitest'
import { anAsset, createFakeService } from '../src/testing/index.js'
import { createClient, isProblem } from '../src/validated.js'
import { startScriptedServer } from './support/scripted-server.js'

describe('the validated client', () => {
  test('names the places where an answer does not match the contract', async () => {
    const assets = [anAsset(), { ...anAsset(), checksum: 7, isTrashed: undefined }]
    const { url } = await startScriptedServer([200, { 'x-request-id': 'r1' }, assets])

    await expect(createClient({ baseUrl: url, apiKey: 'mlk_1' }).getTagAssets('1')).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 200,
      requestId: 'r1',
      message: expect.stringContaining('/1/checksum must be of type string, /1/isTrashed is missing'),
    })
  })

  test('names the first five of many departures', async () => {
    const { url } = await startScriptedServer([200, {}, Array.from({ length: 8 }, () => 'asset')])

    await expect(createClient({ baseUrl: url, apiKey: 'mlk_1' }).getTagAssets('1')).rejects.toThrow('and 3 more')
  })

  test('sends a large file in parts, whose answers have no body', async () => {
    const stored = { id: '0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70', duplicate: false }
    const { url } = await startScriptedServer(
      [201, { location: 'upload/7' }],
      [204, { 'upload-result': JSON.stringify(stored) }],
    )

    const file = new File([new Uint8Array(21_000_000)], 'a.mov')
    expect(await createClient({ baseUrl: url, apiKey: 'mlk_1' }).uploadFile(file)).toEqual(stored)
  })

  test('throws problems like the other client', async () => {
    const { options, user } = createFakeService()

    const error = await createClient(options)
      .getTagAssets(user.id)
      .catch((reason: unknown) => reason)

    expect(isProblem(error, 'not_found')).toBe(true)
  })
})
