import type { Config } from './config/config.js'
import type { OAuthConfig } from './config/oauth.js'
import { connect, type Database, disconnect } from './database/connect.js'
import { type Opening, patient } from './database/opening.js'
import { isLate, toUnreachable } from './database/unreachable.js'
import { createLogger, type Logger } from './logger.js'
import { migrate } from './migrations/migrate.js'
import { openEmbedded } from './postgres/embedded.js'
import type { Provider } from './sign-in/provider.js'

/** What handlers and commands may reach. */
export interface Context {
  config: Config
  database: Database
  logger: Logger
  /** The OpenID provider that users sign in with; null when sign-in is off. */
  provider: Provider | null
}

export interface OpenContext extends Context {
  /** The address of the database, with its password. */
  url: string
  /** Whether the database is the embedded one, which nothing else is meant to use. */
  embedded: boolean
  /** The names of the migrations that were applied just now. */
  migrations: string[]
  /** Closes the connections; the embedded database stops with its last user. */
  close(): Promise<void>
}

const TRIES = 3

/**
 * Opens the database of the configuration, brings it up to date, and connects to it. Throws a UserError that says what is in
 * the way, or the reason of the signal that ended it.
 */
export async function openContext(config: Config, opening: Opening = patient): Promise<OpenContext> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config.dataDir, opening) : null
  const url = embedded?.url ?? (config.databaseUrl as string)
  try {
    const migrations = await Promise.race([migrateOnceReached(url, config, opening), abortionOf(opening.signal)])
    const database = connect(url)
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

/** Brings the database up to date; one that takes too long to answer, such as on a busy machine, is told of and tried again. */
async function migrateOnceReached(url: string, config: Config, opening: Opening, tries = TRIES): Promise<string[]> {
  try {
    return await migrate(url)
  } catch (error) {
    if (!isLate(error) || tries <= 1 || opening.signal.aborted) throw error
    const explained = config.databaseUrl === null ? error : toUnreachable(error, config.databaseUrl)
    opening.notice(`${(explained as Error).message} Trying again.`)
    return migrateOnceReached(url, config, opening, tries - 1)
  }
}

/** Rejects with the reason of a signal. */
function abortionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** What speaks to a provider is loaded only where there is one. */
async function openProvider(oauth: OAuthConfig, logger: Logger): Promise<Provider> {
  const { createProvider } = await import('./sign-in/provider.js')
  return createProvider(oauth, logger)
}
