import { afterAll } from 'vitest'
import { purge } from '../../../src/asset-changes/purge.js'
import { createLogger } from '../../../src/logger.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { endWriting } from '../../fixtures/photo.js'
import { openFileLibrary } from '../http/file-library.js'
import { startRealWorker } from '../jobs/real-worker.js'

/**
 * A service and a worker with a store, for the length of a test file. Nothing but the store is theirs both, unless they share the folder of
 * uploads, too.
 */
export async function openOriginalsLibrary(environment: Record<string, string>, { isShared = false } = {}) {
  const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0', WRITE_SIDECARS: 'true', ...environment })
  const dataDirOfWorker = isShared ? dataDir : await makeSharedFolder()
  const worker = await startRealWorker({
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: dataDirOfWorker,
    ...environment,
  })
  afterAll(() => Promise.all([worker.stop(), endWriting()]))
  const { context } = worker
  const [derived, originals] = await Promise.all([context.openDerived(), context.openOriginals()])
  return {
    server,
    worker,
    originals,
    folders: [dataDir, dataDirOfWorker],
    /** Removes the files that are due, as each server and worker does once a minute. */
    purgeNow: () => purge({ ...context, derived, originals, logger: createLogger({ logLevel: 'silent' }) }),
  }
}
