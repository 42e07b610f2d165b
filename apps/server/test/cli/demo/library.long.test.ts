import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDemoLibrary } from '../../../src/cli/demo/library.js'
import { countDemo, whole, withPlace } from '../../support/processes/demo.js'

test(
  'two starts at once make one library',
  withPlace(async ({ database, dataDir }) => {
    const [first, second] = await Promise.all([
      openDemoLibrary({ database, dataDir }),
      openDemoLibrary({ database, dataDir }),
    ])

    expect(first).not.toBeNull()
    expect(second).toEqual(first)
    expect(await countDemo(database)).toEqual(whole)
  }),
)

test(
  'a start completes a copy that was cut off within a file',
  withPlace(async ({ database, dataDir }) => {
    const folder = join(dataDir, 'demo', 'photos', 'ada', 'zermatt')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'stars.jpg.unfinished'), 'half')

    await openDemoLibrary({ database, dataDir })

    expect(await countDemo(database)).toEqual(whole)
    expect(await readdir(folder)).toEqual(['first-light.jpg', 'north-face.jpg', 'riffelsee.jpg', 'stars.jpg'])
  }),
)
