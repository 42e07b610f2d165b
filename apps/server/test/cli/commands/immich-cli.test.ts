import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { createUser } from '../../support/database/factories.js'
import { openFaultProxy } from '../../support/database/fault-proxy.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { byLevel } from '../../support/long.js'
import { type ImmichVersion, runImmich } from '../../support/uploads/immich-cli.js'
import { filesIn } from '../../support/uploads/upload.js'

const FILES = byLevel(20, 1_000, 1_000)
const FOLDERS = ['Rome', 'Oslo']

/** How many of them go through connections that end. */
const HARD_WAY = byLevel(0, 250, FILES)

const FAULTS = ['cut', 'reset', 'truncated'] as const

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database } = server

/** Makes a user with a home folder, in which there are photos. */
async function setUp(version: ImmichVersion) {
  const user = await createUser(database)
  const home = await makeSharedFolder()
  const photos = join(home, 'photos')
  const jpeg = await makeJpeg()
  for (const [index, folder] of FOLDERS.entries()) {
    await mkdir(join(photos, folder), { recursive: true })
    for (let number = index; number < FILES; number += FOLDERS.length) {
      // What follows the end of a JPEG makes it another file.
      await writeFile(join(photos, folder, `IMG_${number}.jpg`), Buffer.concat([jpeg, Buffer.from(` ${number}`)]))
    }
  }
  return {
    user,
    photos,
    immich: (...args: string[]) => runImmich({ home, version }, ...args),
    stored: () => filesIn(join(dataDir, 'upload', user.id)),
    count: () => database.asset.count({ where: { ownerId: user.id } }),
  }
}

describe.each(['2.0.7', '2.1.0'] as const)(
  'the command line %s of the self-hosted photo library works unchanged',
  async (version) => {
    const { user, photos, immich, stored, count } = await setUp(version)

    test('login-key', async () => {
      const { stdout, stderr } = await immich('login-key', `${server.url}/api`, user.apiKey)

      expect(stdout + stderr).toContain(`Logged in as ${user.email}`)
    })

    test(`upload --recursive --album sends ${FILES} files into the albums of their folders`, async () => {
      const { stdout, stderr } = await immich('upload', '--recursive', '--album', photos)

      expect(stdout + stderr).toContain(`Successfully uploaded ${FILES} assets`)
      expect(await count()).toBe(FILES)
      expect(await stored()).toHaveLength(FILES)
      const albums = await database.album.findMany({
        where: { ownerId: user.id },
        include: { _count: { select: { assets: true } } },
      })
      const sizes = albums.map(({ albumName, _count }) => [albumName, _count.assets])
      expect(Object.fromEntries(sizes)).toEqual({ Rome: FILES / 2, Oslo: FILES / 2 })
    })

    test.each(['upload', 'upload --skip-hash'])('%s adds nothing the second time', async (command) => {
      const before = await stored()

      const { exitCode } = await immich(...command.split(' '), '--recursive', photos)

      expect(exitCode).toBe(0)
      expect(await stored()).toEqual(before)
      expect(await count()).toBe(FILES)
    })

    test('server-info', async () => {
      const { stdout } = await immich('server-info')

      expect(stdout.replace(/\s+/g, ' ')).toContain(`Images: ${FILES} Videos: 0 Total: ${FILES}`)
    })

    test('upload --delete removes a file from its folder once it is in the library', async () => {
      await writeFile(join(photos, 'last.jpg'), Buffer.concat([await makeJpeg(), Buffer.from(' last')]))

      const { exitCode } = await immich('upload', '--recursive', '--delete', photos)

      expect(exitCode).toBe(0)
      expect(await filesIn(photos)).not.toContain('last.jpg')
      expect(await stored()).toHaveLength(FILES + 1)
    })
  },
)

test.each(FAULTS.slice(0, byLevel(0, 3, 3)))(
  'through a proxy that makes connections end (%s), it goes on where it was, and nothing is there twice',
  async (fault) => {
    const { user, photos, immich, stored, count } = await setUp('2.1.0')
    const proxy = await openFaultProxy(server.url)
    await immich('login-key', `${proxy.url}/api`, user.apiKey)
    proxy.set(fault)
    const given = (await filesIn(photos)).slice(0, HARD_WAY).map((path) => join(photos, path))

    let runs = 0
    for (; runs < 20 && (await count()) < HARD_WAY; runs += 1) await immich('upload', ...given)
    proxy.set(null)
    const { exitCode } = await immich('upload', ...given)

    expect(runs).toBeGreaterThan(0)
    expect(exitCode).toBe(0)
    expect(await count()).toBe(HARD_WAY)
    expect(await stored()).toHaveLength(HARD_WAY)
    expect((await filesIn(join(dataDir, 'upload'))).filter((path) => path.includes('.incoming'))).toEqual([])
  },
)
