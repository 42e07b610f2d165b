import type { Config } from './config.js'
import { openEmbedded } from './database/embedded.js'
import { migrate } from './database/migrate.js'
import { connect, type Database, disconnect } from './database.js'
import { createLogger, type Logger } from './logger.js'
import { createProvider, type Provider } from './sign-in/provider.js'

/** What handlers and commands may reach. */
export interface Context {
  config: Config
  database: Database
  logger: Logger
  /** The OpenID provider by which users sign in; null when that is off. */
  provider: Provider | null
}

export interface OpenContext extends Context {
  /** The address of the database, with its password. */
  url: string
  /** True when nobody but us is meant to use the database: it is the embedded one. */
  embedded: boolean
  /** Names of the migrations that were applied just now. */
  migrations: string[]
  /** Lets go of the database; the embedded one stops with its last user. */
  close(): Promise<void>
}

/** Opens the database of the configuration, brings it up to date, and connects to it. */
export const openContext = async (config: Config): Promise<OpenContext> => {
  const embedded = config.databaseUrl === null ? await openEmbedded(config.dataDir) : null
  const url = embedded?.url ?? (config.databaseUrl as string)
  try {
    const migrations = await migrate(url)
    const database = connect(url)
    const logger = createLogger(config)
    return {
      config,
      database,
      url,
      logger,
      provider: config.oauth && createProvider(config.oauth, logger),
      embedded: embedded !== null,
      migrations,
      close: async () => {
        await disconnect(database)
        await embedded?.close()
      },
    }
  } catch (error) {
    await embedded?.close()
    throw error
  }
}
