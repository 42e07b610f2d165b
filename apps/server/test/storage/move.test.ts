import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeMotionPhoto, makeMp4 } from '../fixtures/motion-photo.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { asProgram } from '../support/http/as-program.js'
import { load } from '../support/http/file-library.js'
import { runHere } from '../support/processes/cli.js'
import { openObjectStore } from '../support/storage/object-store.js'
import { openOriginalsLibrary } from '../support/storage/originals-library.js'
import { filesIn, makeFile, upload } from '../support/uploads/upload.js'

const store = await openObjectStore({ atEnd: afterAll })
const { server, worker, folders, purgeNow } = await openOriginalsLibrary(store.environment, { isShared: true })
const { database, databaseUrl } = server
const [dataDir = ''] = folders
const uploads = join(dataDir, 'upload')

/** Runs the command beside the service, whose own uploads go into the folder. */
async function move(place: Record<string, string>, ...args: string[]) {
  const given = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, UPLOAD_RESERVE: '0' }
  const { stdout, stderr, exitCode } = await runHere(['storage', 'move', '--json', ...args], { ...given, ...place })
  expect(stderr).toBe('')
  return { ...JSON.parse(stdout), exitCode }
}

async function add(owner: TestUser, content: Buffer, parts: Record<string, File> = {}) {
  const { body } = await upload(server, owner, { assetData: makeFile(content), ...parts })
  await worker.drained()
  return body.id
}

/** What is due goes at once. */
async function purgeAll() {
  await database.fileRemoval.updateMany({ data: { dueAt: new Date() } })
  await purgeNow()
}

const listObjects = ({ id }: TestUser) =>
  store.list().then((keys) => keys.filter((key) => key.startsWith('originals/') && key.includes(id)))

test('uploads move into the bucket with their side-cars and videos, and back, while they are served', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const motion = await makeMotionPhoto('google', await makeMp4())
  const xmp = new File(['<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'], 'a.xmp')
  const ids = [await add(ada, photo, { sidecarData: xmp }), await add(ada, motion)]
  const { livePhotoVideoId } = await asProgram(server, ada).getAssetInfo(ids[1] as string)
  const served = async () => {
    const answers = [...ids, livePhotoVideoId].map((id) => load(server, `/download/asset/${id}`, ada))
    return (await Promise.all(answers)).map(({ bytes, headers }) => [bytes.toString('hex'), headers.get('etag')])
  }
  const before = [await served(), (await filesIn(uploads)).length]

  const moved = await move(store.originals)
  const between = await served()
  await purgeAll()
  const inBucket = await listObjects(ada)
  const again = await move(store.originals)

  expect(moved).toMatchObject({ place: 's3://library/originals', moved: 3, failures: [], exitCode: 0 })
  expect([between, inBucket.length]).toEqual(before)
  expect(inBucket.map((key) => key.split('.').at(-1)).sort()).toEqual(['jpg', 'jpg', 'mp4', 'xmp'])
  expect(await filesIn(uploads)).toEqual([])
  expect(again).toMatchObject({ moved: 0, failures: [] })

  const back = await move(store.environment, '--user', ada.email)
  await purgeAll()

  expect(back).toMatchObject({ moved: 3, failures: [], exitCode: 0 })
  expect([await served(), (await filesIn(uploads)).length]).toEqual(before)
  expect(await listObjects(ada)).toEqual([])
})

test('a damaged or missing file stays where it is, and is named', async () => {
  const ada = await createUser(database)
  const [damaged, sound] = [
    await add(ada, await makeJpeg()),
    await add(ada, await makeMotionPhoto('google', await makeMp4())),
  ]
  const { originalPath: path } = await database.asset.findUniqueOrThrow({ where: { id: damaged } })
  await writeFile(path, 'damaged')

  const { moved, failures, exitCode } = await move(store.originals, '--user', ada.email)
  await purgeAll()

  expect(moved).toBe(2)
  expect(failures).toEqual([{ path, reason: expect.stringContaining('its content does not match its checksum') }])
  expect(exitCode).toBe(1)
  expect((await database.asset.findUniqueOrThrow({ where: { id: damaged } })).originalPath).toBe(path)
  expect((await load(server, `/download/asset/${sound}`, ada)).status).toBe(200)
  expect((await listObjects(ada)).length).toBe(2)
})
