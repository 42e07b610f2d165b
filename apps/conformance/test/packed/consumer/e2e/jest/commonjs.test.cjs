const client = require('@media-library/client')
const { createQueries } = require('@media-library/client/tanstack')
const { createFakeService } = require('@media-library/client/testing')
const validated = require('@media-library/client/validated')
const { runEveryOperation } = require('../every-operation.cjs')
const { makeFakeWorld } = require('../fake-world.cjs')

test.each([
  ['light', client],
  ['validated', { ...client, ...validated }],
])('every operation of the %s client runs in jest, as CommonJS', async (_name, entry) => {
  const { service, ...world } = makeFakeWorld(createFakeService)
  const options = { ...world.options, fetch: service.fetch }

  expect(await runEveryOperation(entry, { ...world, options })).toContain('createAlbum')
})

test('the options of TanStack Query are CommonJS, too', () => {
  const { options } = createFakeService()

  expect(createQueries(client.createClient(options)).tags().queryKey).not.toEqual([])
})
