import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readApiKey } from '../../src/api-key.js'
import { connect, type Database } from '../../src/database.js'
import { type DemoLibrary, makeDemoLibrary, openDemoLibrary, readDemoLibrary } from '../../src/demo/library.js'
import { makePhotos } from '../../src/demo/make-photos.js'
import { revokeApiKey } from '../../src/repositories/api-key.js'
import { createTestDatabase } from '../support/database.js'
import { countDemo, startMaking, until } from './making.js'

const whole = { users: 2, assets: 40, libraries: 2, tags: 6, albums: 1, apiKeys: 1 }
const MINUTES = 60_000

/** A folder with all photos, of which each test takes a copy. */
let drawn: string

beforeAll(async () => {
  drawn = await mkdtemp(join(tmpdir(), 'demo-drawn-'))
  await makePhotos({ photosOfAda: join(drawn, 'ada'), photosOfBen: join(drawn, 'ben') }, () => {})
}, 3 * MINUTES)

afterAll(() => rm(drawn, { recursive: true }))

interface Place {
  url: string
  database: Database
  dataDir: string
}

const openPlace = async () => {
  const { url, drop } = await createTestDatabase()
  const database = connect(url)
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-library-'))
  await cp(drawn, join(dataDir, 'demo', 'photos'), { recursive: true, preserveTimestamps: true })
  const close = async () => {
    await database.$disconnect()
    await drop()
    await rm(dataDir, { recursive: true })
  }
  return { url, database, dataDir, close }
}

const withPlace = (work: (place: Place) => Promise<void>) => async () => {
  const place = await openPlace()
  await work(place).finally(place.close)
}

describe('an empty library', () => {
  let place: Place & { close(): Promise<void> }
  let demo: DemoLibrary | null

  beforeAll(async () => {
    place = await openPlace()
    demo = await openDemoLibrary(place)
  }, MINUTES)

  afterAll(() => place.close())

  test('gets two users, their photos, tags, an album and a key', async () => {
    expect(await countDemo(place.database)).toEqual(whole)
    expect(demo?.ada).toMatchObject({ email: 'ada@example.com', name: 'Ada Example' })
    expect(demo?.ben).toMatchObject({ email: 'ben@example.com', name: 'Ben Example' })
    expect(demo?.tag.name).toBe('beach')
    expect(demo?.assetIds).toHaveLength(3)
    expect(await place.database.asset.count({ where: { ownerId: demo?.ben.id ?? '' } })).toBe(4)
  })

  test('has its photos tagged by place, and those after dark as night', async () => {
    const tags = await place.database.tag.findMany({ include: { _count: { select: { assets: true } } } })

    const counts = Object.fromEntries(tags.map(({ name, _count }) => [name, _count.assets]))
    expect(counts).toEqual({ beach: 8, city: 8, desert: 4, mountains: 12, night: 9, wildlife: 4 })
  })

  test('knows the place and the wall clock of each capture', async () => {
    const photo = await place.database.asset.findFirstOrThrow({
      where: { originalPath: { endsWith: 'bora-bora/palms.jpg' } },
      include: { exif: true },
    })

    expect(photo.localDateTime).toEqual(new Date('2024-05-21T12:33:06Z'))
    expect(photo.fileCreatedAt).toEqual(new Date('2024-05-21T22:33:06Z'))
    expect(photo.exif).toMatchObject({ make: 'NIKON CORPORATION', orientation: '8' })
    expect(photo.exif?.latitude).toBeCloseTo(-16.5, 2)
  })
})

test(
  'the next start reads the same library with the same key, which only its owner may read',
  withPlace(async ({ database, dataDir }) => {
    const made = await openDemoLibrary({ database, dataDir })

    const read = await openDemoLibrary({ database, dataDir })

    const file = join(dataDir, 'demo', 'api-key')
    expect(read).toEqual(made)
    expect(await countDemo(database)).toEqual(whole)
    expect(await readFile(file, 'utf8')).toBe(`${made?.apiKey}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }),
  MINUTES,
)

test(
  'making it twice adds nothing',
  withPlace(async ({ database, dataDir }) => {
    const first = await makeDemoLibrary({ database, dataDir })

    const second = await makeDemoLibrary({ database, dataDir })

    expect(second).toEqual(first)
    expect(await countDemo(database)).toEqual(whole)
  }),
  MINUTES,
)

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
  MINUTES,
)

test(
  'a start that is killed while it draws is made whole by the next',
  withPlace(async ({ url, database, dataDir }) => {
    const place = join(dataDir, 'demo', 'photos', 'ada', 'zermatt')
    await rm(place, { recursive: true })
    const making = startMaking(url, dataDir)
    await until(() =>
      stat(place).then(
        () => true,
        () => false,
      ),
    )
    await making.kill()
    expect(await readDemoLibrary({ database, dataDir })).toBeNull()
    expect(await countDemo(database)).toMatchObject({ users: 0 })

    await openDemoLibrary({ database, dataDir })

    expect(await countDemo(database)).toEqual(whole)
  }),
  MINUTES,
)

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
  MINUTES,
)

test(
  'a library in which somebody is gets no demo',
  withPlace(async ({ database, dataDir }) => {
    await database.user.create({ data: { email: 'me@example.org', name: 'Me' } })

    expect(await openDemoLibrary({ database, dataDir })).toBeNull()
    expect(await countDemo(database)).toMatchObject({ users: 1, assets: 0 })
  }),
)

test(
  'what was taken out of the demo stays out, and nothing is shown of it',
  withPlace(async ({ database, dataDir }) => {
    const demo = await makeDemoLibrary({ database, dataDir })
    await revokeApiKey(database, readApiKey(demo.apiKey)?.id ?? '')

    expect(await openDemoLibrary({ database, dataDir })).toBeNull()
    await database.user.updateMany({ data: { deletedAt: new Date() } })
    expect(await openDemoLibrary({ database, dataDir })).toBeNull()
    expect(await countDemo(database)).toMatchObject({ users: 2, apiKeys: 0 })
  }),
  MINUTES,
)

test(
  'a key file with other content is not shown as a key',
  withPlace(async ({ database, dataDir }) => {
    await makeDemoLibrary({ database, dataDir })
    await writeFile(join(dataDir, 'demo', 'api-key'), 'rubbish')

    expect(await readDemoLibrary({ database, dataDir })).toBeNull()
  }),
  MINUTES,
)
