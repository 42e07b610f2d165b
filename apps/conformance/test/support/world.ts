import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keepFilesInMemory } from '@media-library/test-support/memory-folder'
import type { TestProject } from 'vitest/node'
import { CLIENT_ID, REDIRECT_URI, startAdasProvider } from './provider.js'
import { type Service, startService } from './service.js'

/** A real service, and what programs on other platforms ask for: ids, the redirect of a sign-in, a code. */
export interface World extends Service {
  /** The address that programs ask. It also has an empty page whose origin may call the service. */
  address: string
}

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}

/** Starts the world for all tests. */
export default async ({ provide }: TestProject) => {
  keepFilesInMemory()
  const { stop, ...world } = await startWorld()
  provide('world', world)
  return stop
}

/** Starts the service, its OpenID provider and the helper of the programs. */
export async function startWorld(): Promise<World & { stop(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = await startAdasProvider('ada@example.org')
  const { run, stop, ...service } = await startService({
    ALLOWED_ORIGINS: address,
    OAUTH_ISSUER: provider.issuer,
    OAUTH_CLIENT_ID: CLIENT_ID,
    OAUTH_REDIRECT_URIS: REDIRECT_URI,
  })
  const { url: baseUrl, apiKey, tagId, personId, assetIds, otherUserId } = service
  const ids = { tagId, personId, assetId: assetIds[0], otherUserId }
  const library = { options: { baseUrl }, apiKey, ...ids, redirectUri: REDIRECT_URI }
  const answers: Record<string, (query: URLSearchParams) => string | Promise<string>> = {
    '/': () => '<!doctype html>',
    '/world': () => JSON.stringify(library),
    '/arrive': (query) => provider.signIn(query.get('url') ?? ''),
    '/code': async () => (await run('session', 'link', '--user', 'ada@example.org')).trim().replace(/^.*#/, ''),
  }
  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', address)
    try {
      const text = await (answers[pathname]?.(searchParams) ?? '')
      response.setHeader('content-type', pathname === '/' ? 'text/html' : 'text/plain').end(text)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  return {
    address,
    ...service,
    stop: async () => {
      await stop()
      await provider.stop()
      server.close()
      server.closeAllConnections()
    },
  }
}
