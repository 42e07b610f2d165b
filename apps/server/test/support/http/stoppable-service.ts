import { afterAll } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { startServer } from '../../../src/http/server.js'
import { type OpenContext, openContext } from '../../../src/services.js'
import { createAssets, createTag, createUser } from '../database/factories.js'
import { type StoppableDatabase, startStoppableDatabase } from '../database/stoppable-database.js'
import { send } from './client.js'

type Answer = Awaited<ReturnType<typeof send>>

/** A service on a PostgreSQL that only the test starts and stops. */
export interface StoppableService {
  url: string
  postgres: StoppableDatabase
  context: OpenContext
  read(): Promise<Answer>
  /** Makes an album, once however often its key comes. */
  write(albumName: string, key: string): Promise<Answer>
}

/** Starts it, with one user's small library, for the length of a test file. */
export async function startStoppableService(environment: Record<string, string> = {}): Promise<StoppableService> {
  const postgres = await startStoppableDatabase()
  const given = { DATABASE_URL: postgres.url, PORT: '0', LOG_LEVEL: 'silent', ...environment }
  const context = await openContext(readConfig(given))
  const server = await startServer(context)
  afterAll(async () => {
    await server.close()
    await context.close()
    await postgres.remove()
  })
  const { apiKey, ...ada } = await createUser(context.database)
  const assetIds = await createAssets(context.database, { ...ada, apiKey }, 3)
  const tag = await createTag(context.database, { ...ada, apiKey }, { assetIds })
  return {
    url: server.url,
    postgres,
    context,
    read: () => send(server, `/api/tag/${tag.id}/assets`, { apiKey }),
    write: (albumName, key) => {
      const [body, headers] = [{ albumName, assetIds }, { 'idempotency-key': key }]
      return send(server, '/api/album', { method: 'POST', apiKey, body, headers })
    },
  }
}
