import { expect, test } from '@jest/globals'
import * as client from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'
import { runEveryOperation } from '../every-operation.cjs'
import { makeFakeWorld } from '../fake-world.cjs'

test('every operation runs in jest, as a module', async () => {
  const { service, ...world } = makeFakeWorld(createFakeService)
  const options = { ...world.options, fetch: service.fetch }

  expect(await runEveryOperation(client, { ...world, options })).toContain('createAlbum')
})
