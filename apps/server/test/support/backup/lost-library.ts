import { cp, mkdtemp, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { makeMotionPhoto } from '../../fixtures/motion-photo.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { makeVideo } from '../../fixtures/video.js'
import { createEmptyDatabase, useDatabase } from '../database/database.js'
import { createPerson, createUser } from '../database/factories.js'
import { asProgram } from '../http/as-program.js'
import { load } from '../http/file-library.js'
import { runHere } from '../processes/cli.js'
import { openOriginalsLibrary } from '../storage/originals-library.js'
import { makeFile, upload } from '../uploads/upload.js'

const xmp = new File(['<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'], 'a.xmp')

/** Opens a library of uploads for the length of a test file, and loses its data folder. A backup and a copy remain. */
export async function loseLibrary() {
  const { server, worker, folders } = await openOriginalsLibrary({}, { isShared: true })
  const [dataDir = ''] = folders
  const folder = await makeSharedFolder('media library disk ')
  const backup = join(folder, 'library.zip')
  const ada = await createUser(server.database)
  const add = async (content: Buffer, name: string, parts = {}) => {
    const { body } = await upload(server, ada, { assetData: makeFile(content, name), ...parts })
    await worker.drained()
    return body.id
  }
  const makeContent = async (name: string, codec: 'h264' | 'lossless') => {
    const path = join(folder, name)
    await makeVideo(path, { codec })
    return readFile(path)
  }
  const ids = {
    photo: await add(await makeJpeg(), 'photo.jpg', { sidecarData: xmp }),
    motion: await add(await makeMotionPhoto('samsung', await makeContent('motion.mp4', 'h264')), 'motion.jpg'),
    video: await add(await makeContent('video.mkv', 'lossless'), 'video.mkv'),
  }
  await asProgram(server, ada).createProfileImage(makeFile(await makeJpeg()))
  await createPerson(server.database, ada, { id: ids.photo })
  await enqueueJobs(server.database, 'regenerate-thumbnail', [ids.photo])
  await worker.drained()
  const { livePhotoVideoId } = await asProgram(server, ada).getAssetInfo(ids.motion)

  /** Loads all files from a service as the user. Returns their statuses and contents. */
  const loadAll = async (service: { url: string }) => {
    const shown = [ids.photo, ids.motion, ids.video]
    const paths = [
      ...shown.flatMap((id) => [
        `/asset/thumbnail/${id}`,
        `/asset/thumbnail/${id}?format=JPEG`,
        `/download/asset/${id}`,
      ]),
      `/asset/file/${ids.video}`,
      `/download/asset/${livePhotoVideoId}`,
      `/user/profile-image/${ada.id}`,
    ]
    const answers = await Promise.all(paths.map((path) => load(service, path, ada)))
    return answers.map(({ status, bytes }, index) => [paths[index], status, bytes.toString('hex')])
  }
  const before = await loadAll(server)
  await runHere(['backup', backup], { DATABASE_URL: server.databaseUrl })
  const disk = join(folder, 'data')
  await rename(dataDir, disk)

  return {
    ada,
    ids,
    backup,
    dataDir,
    before,
    loadAll,
    disk,
    /** Copies the copy, so that a test may change something. */
    copyDisk: async () => {
      const copy = await mkdtemp(join(folder, 'copy '))
      await cp(disk, copy, { recursive: true, preserveTimestamps: true })
      return copy
    },
    /** Returns the environment of a new machine. */
    openMachine: async (more: Record<string, string> = {}) => {
      const url = await useDatabase(createEmptyDatabase)
      const place = await mkdtemp(join(folder, 'machine '))
      return { DATABASE_URL: url, DATA_DIR: join(place, 'data'), UPLOAD_RESERVE: '0', ...more }
    },
  }
}
