import { expect, test } from 'vitest'
import { openDemoLibrary } from '../../../src/cli/demo/library.js'
import { countDemo, startMaking, whole, withPlace } from '../../support/processes/demo.js'
import { until } from '../../support/until.js'

test.each(['user', 'asset', 'album'] as const)(
  'a start that is killed at the first %s is made whole by the next',
  (noun) =>
    withPlace(async ({ url, database, dataDir }) => {
      const count = {
        user: () => database.user.count(),
        asset: () => database.asset.count(),
        album: () => database.album.count(),
      }
      const making = startMaking(url, dataDir)
      await until(async () => (await count[noun]()) > 0)
      await making.kill()

      const demo = await openDemoLibrary({ database, dataDir })

      expect(demo).not.toBeNull()
      expect(await countDemo(database)).toEqual(whole)
    })(),
)
