import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type Album, type Asset, createClient, type Problem } from '../src/ts-rest.js'

const seen: IncomingMessage[] = []
const server = createServer((request, response) => {
  seen.push(request)
  response.writeHead(204).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

const { port } = server.address() as AddressInfo
const body = { assetIds: [], name: 'refresh-metadata' as const }

describe('the ts-rest client', () => {
  test.each(['', '/', '//'])('reaches the service at an address that ends with "%s"', async (end) => {
    await createClient({ baseUrl: `http://127.0.0.1:${port}${end}`, apiKey: 'k' }).runAssetJobs({ body })

    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/api/asset/jobs' })
  })

  test('sends the key', async () => {
    await createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'mlk_1' }).runAssetJobs({ body })

    expect(seen.at(-1)?.headers['x-api-key']).toBe('mlk_1')
  })

  test('an answer without a body has none', async () => {
    const answer = await createClient({ baseUrl: `http://127.0.0.1:${port}` }).runAssetJobs({ body })

    expect(answer).toMatchObject({ status: 204, body: undefined })
  })

  test('types each answer by its status', () => {
    type Answer<Name extends keyof ReturnType<typeof createClient>> = Awaited<
      ReturnType<ReturnType<typeof createClient>[Name]>
    >

    expectTypeOf<Extract<Answer<'createAlbum'>, { status: 201 }>['body']>().toEqualTypeOf<Album>()
    expectTypeOf<Extract<Answer<'getTagAssets'>, { status: 200 }>['body']>().toEqualTypeOf<Asset[]>()
    expectTypeOf<Extract<Answer<'addUsersToAlbum'>, { status: 404 }>['body']>().toEqualTypeOf<Problem>()
    expectTypeOf<Extract<Answer<'runAssetJobs'>, { status: 204 }>['body']>().toEqualTypeOf<undefined>()
    expectTypeOf<Answer<'runAssetJobs'>['status']>().toEqualTypeOf<
      204 | 400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 501 | 503
    >()
  })
})
