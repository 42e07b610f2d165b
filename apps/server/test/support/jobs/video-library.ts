import { join } from 'node:path'
import { transcodeVideo } from '../../../src/jobs/worker/transcode-video.js'
import { openDerivedFiles, toDerivedKey } from '../../../src/storage/derived-files.js'
import { makeFolder } from '../../fixtures/folder.js'
import { createAsset, createUser } from '../database/factories.js'
import { openJobContext } from './job-context.js'
import { toJobAsset } from './open-file.js'

/** Opens a library of videos to be transcoded, for the length of a test file. */
export async function openVideoLibrary() {
  const context = await openJobContext()
  const owner = await createUser(context.database)
  return {
    /** Creates the asset of a file in a data folder of its own. Returns also where its encoded video belongs. */
    prepare: async (originalPath: string, type: 'VIDEO' | 'IMAGE' = 'VIDEO') => {
      const dataDir = await makeFolder()
      const asset = await createAsset(context.database, owner, { type, originalPath })
      const derived = await openDerivedFiles({ dataDir, bucket: null })
      return {
        dataDir,
        target: join(dataDir, `${toDerivedKey('encoded-video', asset)}.mp4`),
        run: (signal = context.signal) => transcodeVideo({ ...context, derived, signal }, toJobAsset(asset)),
      }
    },
  }
}

/** Returns a path in a new folder. */
export async function makePath(name: string) {
  return join(await makeFolder(), name)
}
