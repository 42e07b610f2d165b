import { createServer, type Server } from 'node:http'
import { basename, join } from 'node:path'
import { api } from '@media-library/contract'
import type { Statements } from '@media-library/test-support/plain-asset'
import { createExpressEndpoints } from '@ts-rest/express'
import type { Request } from 'express'
import { addUsersToAlbum, createAlbum } from './album.js'
import type { Answer, Call } from './call.js'
import { readKey } from './caller.js'
import { addAssetsToAlbum, deleteAssets, restoreAssets, tagAssets, updateAssets } from './change.js'
import { createApp } from './frameworks.js'
import { runAssetJobs } from './job.js'
import { getTagAssets } from './tag.js'
import { getTimeBuckets } from './timeline.js'
import { storeFile } from './upload.js'

const operations = {
  createAlbum,
  addUsersToAlbum,
  getTagAssets,
  runAssetJobs,
  getTimeBuckets,
  updateAssets,
  deleteAssets,
  restoreAssets,
  tagAssets,
  addAssetsToAlbum,
} satisfies Partial<Record<keyof typeof api, (call: Call) => Promise<Answer>>>

/**
 * Creates the floor: a minimal server on the stack of the service that answers operations as the service does, with one or two statements
 * each, and stores files that are sent by PUT in a folder. Its errors contain nothing, because nobody reads them.
 */
export function createFloor(database: Statements, putFolder: string, { isLogged = true } = {}): Server {
  const app = createApp({ isLogged })
  const implementations = {
    generateOAuthConfig,
    ...Object.fromEntries(Object.entries(operations).map(([name, answer]) => [name, implement(database, answer)])),
  }
  const routes = pick(Object.keys(implementations))
  createExpressEndpoints(routes, implementations as never, app, { logInitialization: false })
  app.put('/put/:name', async (request, response) => {
    await storeFile(request, join(putFolder, basename(request.params.name)))
    response.status(201).end()
  })
  const server = createServer(app)
  // The timeout is that of the service.
  server.keepAliveTimeout = 65_000
  return server
}

/** Answers that sign-in is off, without a key. */
async function generateOAuthConfig(): Promise<Answer> {
  return { status: 201, body: { enabled: false, passwordLoginEnabled: true } }
}

function pick(names: string[]) {
  return Object.fromEntries(Object.entries(api).filter(([name]) => names.includes(name)))
}

function implement(database: Statements, answer: (call: Call) => Promise<Answer>) {
  return async ({ req, body: sent }: { req: Request; body: unknown }): Promise<Answer> => {
    const key = readKey(req)
    if (!key) return { status: 401, body: {} }
    const id = String(req.params['id'] ?? '')
    const query = new URLSearchParams(req.query as Record<string, string>)
    const { status, body } = await answer({
      database,
      key,
      id,
      query,
      body: sent,
      condition: req.headers['if-none-match'],
    })
    return { status, body: body ?? {} }
  }
}
