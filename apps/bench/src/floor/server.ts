import { createServer, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { api } from '@media-library/contract'
import type { Statements } from '@media-library/test-support/plain-asset'
import { createExpressEndpoints } from '@ts-rest/express'
import type { Request } from 'express'
import { addUsersToAlbum, createAlbum, getAlbumInfo } from './album.js'
import { getAllAlbums } from './album-list.js'
import type { Answer, Call } from './call.js'
import { readKey } from './caller.js'
import { addAssetsToAlbum, deleteAssets, restoreAssets, tagAssets, updateAssets } from './change.js'
import { createApp, type Framework } from './frameworks.js'
import { runAssetJobs } from './job.js'
import { generateOAuthConfig, type SignInPage } from './oauth.js'
import { getTagAssets } from './tag.js'
import { getAllAssets, getTimeBucket, getTimeBuckets } from './timeline.js'

const operations = {
  createAlbum,
  addUsersToAlbum,
  getTagAssets,
  runAssetJobs,
  getAllAlbums,
  getAllAssets,
  getTimeBuckets,
  getTimeBucket,
  getAlbumInfo,
  updateAssets,
  deleteAssets,
  restoreAssets,
  tagAssets,
  addAssetsToAlbum,
} satisfies Partial<Record<keyof typeof api, (call: Call) => Promise<Answer>>>

/**
 * Creates the floor: a minimal server on the stack of the service that answers operations as the service does, with one or two statements
 * each. Its errors contain nothing, because nobody reads them.
 */
export function createFloor(
  database: Statements,
  page: SignInPage = null,
  has: (framework: Framework) => boolean = () => true,
): Server {
  const app = createApp(has)
  const routes = { generateOAuthConfig: api.generateOAuthConfig, ...pick(Object.keys(operations)) }
  const implementations = {
    generateOAuthConfig: ({ body }: { body: { redirectUri: string } }) => generateOAuthConfig(page, body),
    ...Object.fromEntries(Object.entries(operations).map(([name, answer]) => [name, implement(database, answer)])),
  }
  createExpressEndpoints(routes, implementations as never, app, { logInitialization: false })
  const server = createServer(app)
  // The timeout is that of the service.
  server.keepAliveTimeout = 65_000
  return server
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
    return { status, body: isPieces(body) ? Readable.from(body) : (body ?? {}) }
  }
}

function isPieces(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}
