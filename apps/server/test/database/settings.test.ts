import { expect, test } from 'vitest'
import { settingsFor } from '../../src/database/settings.js'

const GIB = 1024 ** 3

test.each([
  [1, '128MB', '512MB'],
  [4, '256MB', '2048MB'],
  [8, '512MB', '4096MB'],
  [64, '1024MB', '32768MB'],
])('of %s GiB of memory, the embedded database takes %s, and expects half to cache its files', (gib, own, cached) => {
  expect(settingsFor(gib * GIB)).toMatchObject({ shared_buffers: own, effective_cache_size: cached })
})
