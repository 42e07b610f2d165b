import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoLibrary, makeDemoLibrary, openDemoLibrary, readDemoLibrary } from '../../../src/cli/demo/library.js'
import { revokeApiKey } from '../../../src/users/api-key.js'
import { readApiKey } from '../../../src/users/credential.js'
import { countDemo, openPlace, type Place, whole, withPlace } from '../../support/processes/demo.js'

const DAY_MS = 86_400_000

describe('an empty library', () => {
  let place: Place & { close(): Promise<void> }
  let demo: DemoLibrary | null

  beforeAll(async () => {
    place = await openPlace()
    demo = await openDemoLibrary(place)
  })

  afterAll(() => place.close())

  test('gets two users with their pictures, tags, an album and a key', async () => {
    expect(await countDemo(place.database)).toEqual(whole)
    expect(demo?.ada).toMatchObject({ email: 'ada@example.com', name: 'Ada Example' })
    expect(demo?.ben).toMatchObject({ email: 'ben@example.com', name: 'Ben Example' })
    expect(demo?.tag.name).toBe('beach')
    expect(demo?.assetIds).toHaveLength(3)
    expect(await place.database.asset.count({ where: { ownerId: demo?.ben.id ?? '' } })).toBe(4)
  })

  test('has its photos tagged by place, and those taken after dark as night', async () => {
    const tags = await place.database.tag.findMany({ include: { _count: { select: { assets: true } } } })

    const counts = Object.fromEntries(tags.map(({ name, _count }) => [name, _count.assets]))
    expect(counts).toEqual({ beach: 10, city: 8, desert: 4, mountains: 12, night: 9, wildlife: 4 })
  })

  test('has the place and the local time of each capture', async () => {
    const photo = await place.database.asset.findFirstOrThrow({
      where: { originalPath: { endsWith: 'bora-bora/palms.jpg' } },
      include: { exif: true },
    })

    expect(photo.localDateTime).toEqual(new Date('2024-05-21T12:33:06Z'))
    expect(photo.fileCreatedAt).toEqual(new Date('2024-05-21T22:33:06Z'))
    expect(photo.exif).toMatchObject({ make: 'NIKON CORPORATION', orientation: '8' })
    expect(photo.exif?.latitude).toBeCloseTo(-16.5, 2)
  })

  test('has a video with its place and time, and a live photo with its video', async () => {
    const [video, live] = await Promise.all(
      ['bora-bora/sundown.mp4', 'bora-bora/reef.jpg'].map((path) =>
        place.database.asset.findFirstOrThrow({
          where: { originalPath: { endsWith: path } },
          include: { exif: true, livePhotoVideo: true },
        }),
      ),
    )

    expect(video).toMatchObject({ type: 'VIDEO', fileCreatedAt: new Date('2024-05-23T03:22:08Z') })
    expect(video?.duration).toMatch(/^00:00:05/)
    expect(video?.exif?.latitude).toBeCloseTo(-16.5, 2)
    expect(live?.livePhotoVideo?.originalFileName).toBe('reef.mov')
  })

  test('has files whose modification time is that of the capture', async () => {
    const { mtime } = await stat(join(place.dataDir, 'demo/photos/ada/bora-bora/palms.jpg'))

    expect(mtime).toEqual(new Date('2024-05-21T22:33:06Z'))
  })

  test('is found by the next start with the same key, which only its owner may read', async () => {
    const read = await openDemoLibrary(place)

    const file = join(place.dataDir, 'demo', 'api-key')
    expect(read).toEqual(demo)
    expect(await countDemo(place.database)).toEqual(whole)
    expect(await readFile(file, 'utf8')).toBe(`${demo?.apiKey}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('has a key for 30 days from each start on, and another one when it has expired', async () => {
    const expire = (expiresAt: Date) => place.database.apiKey.updateMany({ data: { expiresAt } })
    await expire(new Date(Date.now() + DAY_MS))
    const renewed = await openDemoLibrary(place)
    const { expiresAt } = await place.database.apiKey.findFirstOrThrow()
    await expire(new Date(0))

    const replaced = await openDemoLibrary(place)

    expect(renewed?.apiKey).toBe(demo?.apiKey)
    expect((Number(expiresAt) - Date.now()) / DAY_MS).toBeCloseTo(30, 1)
    expect(replaced?.apiKey).not.toBe(demo?.apiKey)
    expect(await countDemo(place.database)).toEqual(whole)
    demo = replaced
  })

  test('stays the same when the demo is made again', async () => {
    const second = await makeDemoLibrary(place)

    expect(second).toEqual(demo)
    expect(await countDemo(place.database)).toEqual(whole)
  })

  test('does not show other content of the key file as a key', async () => {
    const file = join(place.dataDir, 'demo', 'api-key')
    await writeFile(file, 'rubbish')

    expect(await readDemoLibrary(place)).toBeNull()
    await writeFile(file, `${demo?.apiKey}\n`)
  })

  test('is no longer shown when its key or its users are removed, and is not made again', async () => {
    await revokeApiKey(place.database, { id: readApiKey(demo?.apiKey ?? '')?.id ?? '' })

    expect(await openDemoLibrary(place)).toBeNull()
    await place.database.user.updateMany({ data: { deletedAt: new Date() } })
    expect(await openDemoLibrary(place)).toBeNull()
    expect(await countDemo(place.database)).toMatchObject({ users: 2, apiKeys: 0 })
  })
})

test(
  'a library with users gets no demo',
  withPlace(async ({ database, dataDir }) => {
    await database.user.create({ data: { email: 'me@example.org', name: 'Me' } })

    expect(await openDemoLibrary({ database, dataDir })).toBeNull()
    expect(await countDemo(database)).toMatchObject({ users: 1, assets: 0 })
  }),
)
