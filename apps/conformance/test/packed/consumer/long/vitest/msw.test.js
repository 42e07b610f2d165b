import * as client from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEveryOperation } from '../every-operation.cjs'
import { makeFakeWorld } from '../fake-world.cjs'

const { service, ...world } = makeFakeWorld(createFakeService)
const server = setupServer(http.all('*', ({ request }) => service.fetch(request)))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

test('every operation runs in vitest, with the fake service behind MSW', async () => {
  expect(await runEveryOperation(client, world)).toContain('createAlbum')
})
