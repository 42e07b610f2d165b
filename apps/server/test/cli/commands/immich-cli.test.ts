import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { createUser } from '../../support/database/factories.js'
import { openFaultProxy } from '../../support/database/fault-proxy.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { byLevel } from '../../support/long.js'
import { runImmich } from '../../support/uploads/immich-cli.js'
import { filesIn } from '../../support/uploads/upload.js'

const FILES = byLevel(20, 1_000, 1_000)
const FOLDERS = ['Rome', 'Oslo']

/** How many of them go through connections that end. */
const HARD_WAY = byLevel(0, 250, FILES)

const FAULTS = ['cut', 'reset', 'truncated'] as const

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database } = server
const ada = await createUser(database)
const home = await makeSharedFolder()
const photos = join(home, 'photos')
const immich = (...args: string[]) => runImmich(home, ...args)

beforeAll(async () => {
  const jpeg = await makeJpeg()
  for (const [index, folder] of FOLDERS.entries()) {
    await mkdir(join(photos, folder), { recursive: true })
    for (let number = index; number < FILES; number += FOLDERS.length) {
      // What follows the end of a JPEG makes it another file.
      await writeFile(join(photos, folder, `IMG_${number}.jpg`), Buffer.concat([jpeg, Buffer.from(` ${number}`)]))
    }
  }
})

describe('the command line of the self-hosted photo library works unchanged', () => {
  test('login-key', async () => {
    const { stdout, stderr } = await immich('login-key', `${server.url}/api`, ada.apiKey)

    expect(stdout + stderr).toContain(`Logged in as ${ada.email}`)
  })

  test(`upload --recursive --album sends ${FILES} files into the albums of their folders`, async () => {
    const { stdout, stderr } = await immich('upload', '--recursive', '--album', photos)

    expect(stdout + stderr).toContain(`Successfully uploaded ${FILES} assets`)
    expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(FILES)
    expect(await filesIn(join(dataDir, 'upload', ada.id))).toHaveLength(FILES)
    const albums = await database.album.findMany({ include: { _count: { select: { assets: true } } } })
    const sizes = albums.map(({ albumName, _count }) => [albumName, _count.assets])
    expect(Object.fromEntries(sizes)).toEqual({ Rome: FILES / 2, Oslo: FILES / 2 })
  })

  test('upload sends nothing the second time', async () => {
    const before = await filesIn(join(dataDir, 'upload', ada.id))
    const newest = await database.asset.findFirst({ orderBy: { createdAt: 'desc' } })

    const { exitCode } = await immich('upload', '--recursive', photos)

    expect(exitCode).toBe(0)
    expect(await filesIn(join(dataDir, 'upload', ada.id))).toEqual(before)
    expect(await database.asset.findFirst({ orderBy: { createdAt: 'desc' } })).toEqual(newest)
    expect(await database.asset.count()).toBe(FILES)
  })

  test('server-info', async () => {
    const { stdout } = await immich('server-info')

    expect(stdout.replace(/\s+/g, ' ')).toContain(`Images: ${FILES} Videos: 0 Total: ${FILES}`)
  })

  test.each(FAULTS.slice(0, byLevel(0, 3, 3)))(
    'through a proxy that makes connections end (%s), it goes on where it was, and nothing is there twice',
    async (fault) => {
      const ben = await createUser(database)
      const proxy = await openFaultProxy(server.url)
      await immich('login-key', `${proxy.url}/api`, ben.apiKey)
      proxy.set(fault)
      const given = (await filesIn(photos)).slice(0, HARD_WAY).map((path) => join(photos, path))
      const count = () => database.asset.count({ where: { ownerId: ben.id } })

      let runs = 0
      for (; runs < 20 && (await count()) < HARD_WAY; runs += 1) await immich('upload', ...given)
      proxy.set(null)
      const { exitCode } = await immich('upload', ...given)

      expect(runs).toBeGreaterThan(0)
      expect(exitCode).toBe(0)
      expect(await count()).toBe(HARD_WAY)
      expect(await filesIn(join(dataDir, 'upload', ben.id))).toHaveLength(HARD_WAY)
      expect((await filesIn(join(dataDir, 'upload'))).filter((path) => path.includes('.incoming'))).toEqual([])
    },
  )
})
