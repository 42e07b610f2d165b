import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { addUsersToAlbum, createAlbum, getAlbumInfo } from './album.js'
import { getAllAlbums } from './album-list.js'
import type { Answer, Call } from './call.js'
import { keyOf } from './caller.js'
import { runAssetJobs } from './job.js'
import { generateOAuthConfig, type SignInPage } from './oauth.js'
import { getTagAssets } from './tag.js'
import { getAllAssets, getTimeBucket, getTimeBuckets } from './timeline.js'

const routes: [method: string, path: RegExp, answer: (call: Call) => Promise<Answer>][] = [
  ['POST', /^\/api\/album$/, createAlbum],
  ['PUT', /^\/api\/album\/([^/]+)\/users$/, addUsersToAlbum],
  ['GET', /^\/api\/tag\/([^/]+)\/assets$/, getTagAssets],
  ['POST', /^\/api\/asset\/jobs$/, runAssetJobs],
  ['GET', /^\/api\/album$/, getAllAlbums],
  ['GET', /^\/api\/album\/([^/]+)$/, getAlbumInfo],
  ['GET', /^\/api\/asset$/, getAllAssets],
  ['GET', /^\/api\/asset\/time-buckets$/, getTimeBuckets],
  ['GET', /^\/api\/asset\/time-bucket$/, getTimeBucket],
]

/** The bare floor: the least code that answers the operations as the service does, with node:http, a pool, and one or two statements each. */
export function createFloor(pool: Pool, page: SignInPage = null): Server {
  const server = createServer(async (request, response) => {
    try {
      const { status, body } = await answer(pool, page, request)
      if (body === undefined) return response.writeHead(status).end()
      if (isPieces(body)) {
        response.writeHead(status, { 'Content-Type': 'application/json' })
        return void (await pipeline(Readable.from(body), response))
      }
      const text = Buffer.from(JSON.stringify(body))
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text)
    } catch (error) {
      process.stderr.write(`${(error as Error).stack}\n`)
      response.writeHead(500).end()
    }
  })
  // As long as the service's own.
  server.keepAliveTimeout = 65_000
  return server
}

async function answer(pool: Pool, page: SignInPage, request: IncomingMessage): Promise<Answer> {
  const { method, url = '/' } = request
  const [pathname = '/', search = ''] = url.split('?')
  const body = await readJson(request)
  if (method === 'POST' && url === '/api/oauth/config') return generateOAuthConfig(pool, page, body)
  const key = keyOf(request)
  if (!key) return { status: 401 }
  for (const [known, path, run] of routes) {
    const match = method === known && path.exec(pathname)
    const query = new URLSearchParams(search)
    if (match) return run({ pool, key, id: match[1] ?? '', query, body, condition: request.headers['if-none-match'] })
  }
  return { status: 404 }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
}

function isPieces(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}
