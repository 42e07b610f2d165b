import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { load, openFileLibrary } from '../../support/http/file-library.js'
import { until } from '../../support/until.js'

const { server, dataDir, addFile, addDerived } = await openFileLibrary()
const ada = await createUser(server.database)

/** Around the length up to which a file is read when it is opened. */
const SIZES = [1, 10_000, 32_767, 32_768, 32_769, 200_000]
const OF_EACH = 10

async function addThumbnail(size: number) {
  const content = randomBytes(size)
  const asset = await addFile(ada, randomBytes(10), { resized: true })
  await addDerived(asset, 'webp', content)
  return { path: `/asset/thumbnail/${asset.id}`, content }
}

/** The derived files that this process, which is the server, has open. */
async function listOpen(): Promise<string[]> {
  const paths = await Promise.all(
    (await readdir('/proc/self/fd')).map((descriptor) => readlink(join('/proc/self/fd', descriptor)).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(join(dataDir, 'thumbs')))
}

test('thumbnails of any size that are requested at once are each its own, and none stays open', async () => {
  const thumbnails = await Promise.all(
    Array.from({ length: SIZES.length * OF_EACH }, (_, index) => addThumbnail(SIZES[index % SIZES.length] as number)),
  )
  const missing = await addFile(ada, randomBytes(10), { resized: true })

  const answers = await Promise.all(
    [...thumbnails, ...thumbnails].map(async ({ path, content }) => {
      const { status, bytes } = await load(server, path, ada)
      return status === 200 && content.equals(bytes)
    }),
  )
  const absent = await Promise.all(
    [missing.id, randomUUID()].map((id) => load(server, `/asset/thumbnail/${id}`, ada).then(({ status }) => status)),
  )

  expect(answers.filter((isRight) => !isRight)).toEqual([])
  expect(absent).toEqual([404, 404])
  if (process.platform === 'linux') await until(async () => (await listOpen()).length === 0)
})
