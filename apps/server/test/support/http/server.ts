import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { connect, disconnect, type PrismaDatabase } from '../../../src/database/connect.js'
import { startServer } from '../../../src/http/server.js'
import { openContext } from '../../../src/services.js'
import { createTestDatabase, databaseEnvironment } from '../database/database.js'
import { testPool } from '../long.js'
import { serve } from '../processes/serve-process.js'
import { PACKED_SERVER } from '../server-module.js'
import { checkAnswers } from './described-answers.js'
import { closeIdleConnections } from './idle-connections.js'

/** A service on a database of its own, for the length of a test file: the one here, or that of PACKED_SERVER in a process. */
export interface TestServer {
  url: string
  /** Where metrics are; null without ADMIN_PORT. */
  adminUrl: string | null
  database: PrismaDatabase
  databaseUrl: string
}

/**
 * Starts the service as `serve` does, on any free port; it stops after the file's last test. Its statements wait for locks, and
 * its transactions for their next statement, for longer than on a busy machine anything takes. With DATABASE_URL it is another
 * service on that database.
 */
export async function startTestServer(
  { DATABASE_URL: given, ...environment }: Record<string, string> = {},
  { lockMs = 20_000 }: { lockMs?: number } = {},
): Promise<TestServer> {
  const { url: databaseUrl, drop } = given === undefined ? await createTestDatabase() : { url: given, drop: () => {} }
  const dataDir = join(tmpdir(), `media-library-test-${randomUUID()}`)
  const settings = {
    ...databaseEnvironment(databaseUrl),
    DATABASE_URL: `${databaseUrl}?lock_timeout=${lockMs}&idle_in_transaction_session_timeout=${3 * lockMs}`,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '0',
    RATE_LIMIT_FAILURES: '0',
    // A busy machine keeps nobody from an answer.
    DATABASE_WAIT_SECONDS: '20',
    DATABASE_STATEMENT_SECONDS: '20',
    ...environment,
  }
  afterAll(async () => {
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  if (PACKED_SERVER !== undefined) {
    const database = connect(databaseUrl, testPool)
    afterAll(() => disconnect(database))
    const { url } = await serve(settings, ['--no-worker'], afterAll)
    return { url, adminUrl: null, database, databaseUrl }
  }
  const context = await openContext(readConfig(settings))
  const server = await startServer(context)
  afterAll(async () => {
    closeIdleConnections()
    await server.close()
    await context.close()
  })
  checkAnswers(server.url)
  return { url: server.url, adminUrl: server.adminUrl, database: context.database, databaseUrl }
}
