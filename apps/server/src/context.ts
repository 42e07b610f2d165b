import { type Opening, unlimited } from '@media-library/embedded-postgres'
import type { Config } from './config/config.js'
import type { OAuthConfig } from './config/oauth.js'
import { connect, type Database, disconnect, type PrismaDatabase } from './database/connect.js'
import { openEmbedded } from './database/embedded.js'
import { migrate } from './database/migrations/migrate.js'
import { isLate, toUnreachable } from './database/servers/unreachable.js'
import type { EventHub } from './events/hub.js'
import { createLogger, type Logger } from './logger.js'
import type { Provider } from './sign-in/provider.js'
import type { DerivedFiles } from './storage/derived-files.js'
import type { UploadService } from './uploads/upload-service.js'

/** What commands may reach. */
export interface Context {
  config: Config
  database: PrismaDatabase
  logger: Logger
  /** The OpenID provider; null when sign-in is off. */
  provider: Provider | null
}

/** What handlers may reach. */
export interface ServerContext extends Omit<Context, 'database'> {
  database: Database
  derived: DerivedFiles
  events: EventHub
  uploads: UploadService
}

export interface OpenContext extends Context {
  /** The address of the database, with its password. */
  url: string
  /** Whether the database is the embedded one. */
  embedded: boolean
  /** The names of the migrations that opening the database applied. */
  migrations: string[]
  /** Closes the connections. The embedded database stops when no process uses it any more. */
  close(): Promise<void>
}

const TRIES = 3

/**
 * Opens the database of the configuration, applies its migrations, and connects to it. Throws a UserError that names the
 * obstacle, or the reason of the aborted signal.
 */
export async function openContext(config: Config, opening: Opening = unlimited): Promise<OpenContext> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config.dataDir, opening) : null
  const url = embedded?.url ?? (config.databaseUrl as string)
  try {
    const migrations = await Promise.race([migrateOnceReached(url, config, opening), abortionOf(opening.signal)])
    const database = connect(url, { waitMs: config.requests.waitMs })
    const logger = createLogger(config)
    const provider = config.oauth && (await openProvider(config.oauth, logger))
    return {
      config,
      database,
      url,
      logger,
      provider,
      embedded: embedded !== null,
      migrations,
      close: async () => {
        await disconnect(database)
        await embedded?.close()
      },
    }
  } catch (error) {
    await embedded?.close()
    throw config.databaseUrl === null ? error : toUnreachable(error, config.databaseUrl)
  }
}

/** Applies the migrations. Retries, with a notice, when the database does not answer in time, as on a busy machine. */
async function migrateOnceReached(url: string, config: Config, opening: Opening, tries = TRIES): Promise<string[]> {
  try {
    return await migrate(url)
  } catch (error) {
    if (!isLate(error) || tries <= 1 || opening.signal.aborted) throw error
    const explained = config.databaseUrl === null ? error : toUnreachable(error, config.databaseUrl)
    opening.notice(`${(explained as Error).message} Retrying.`)
    return migrateOnceReached(url, config, opening, tries - 1)
  }
}

/** Returns a promise that rejects with the signal's reason when it aborts. */
function abortionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Loads the OpenID code only when a provider is configured. */
async function openProvider(oauth: OAuthConfig, logger: Logger): Promise<Provider> {
  const { createProvider } = await import('./sign-in/provider.js')
  return createProvider(oauth, logger)
}
