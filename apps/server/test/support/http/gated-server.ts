import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { connect, disconnect } from '../../../src/database/connect.js'
import { type RunningServer, startServer } from '../../../src/http/server.js'
import { openContext } from '../../../src/services.js'
import { createTestDatabase } from '../database/database.js'
import { type Gateway, openGateway } from '../database/gateway.js'
import { testPool } from '../long.js'
import { closeIdleConnections } from './idle-connections.js'
import type { TestServer } from './server.js'

/** A service on a database of its own, which it reaches by way of a gateway. */
export interface GatedServer extends TestServer, RunningServer {
  gateway: Gateway
}

/**
 * Starts the service as `serve` does, on any free port, for the length of a test, or of a file with `afterAll`. The test reaches the
 * database by itself.
 */
export async function startGatedServer(
  environment: Record<string, string> = {},
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<GatedServer> {
  const { url: databaseUrl, drop } = await createTestDatabase()
  atEnd(drop)
  const gateway = await openGateway(databaseUrl, atEnd)
  const env = { DATABASE_URL: gateway.url, PORT: '0', LOG_LEVEL: 'silent', ...environment }
  const context = await openContext(readConfig(env))
  const database = connect(databaseUrl, testPool)
  atEnd(() => disconnect(database))
  const server = await startServer(context)
  atEnd(async () => {
    await gateway.open()
    closeIdleConnections()
    await server.close()
    await context.close()
  })
  return { ...server, database, databaseUrl, gateway }
}
