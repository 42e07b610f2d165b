import { noticing, type Opening, unlimited } from '@media-library/embedded-postgres'
import type { Config } from './config/config.js'
import type { OAuthConfig } from './config/oauth.js'
import type { OpenContext, RequestServices } from './context.js'
import type { Database } from './database/ask.js'
import { connect, disconnect, sentBy } from './database/connect.js'
import { openEmbedded } from './database/embedded.js'
import { migrate } from './database/migrations/migrate.js'
import { inspectPooler, toRemedy } from './database/servers/pooler.js'
import { isLate, toUnreachable } from './database/servers/unreachable.js'
import { createLogger, type Logger } from './logger.js'
import { createMeasures } from './measures.js'
import type { Provider } from './sign-in/provider.js'
import { type DerivedFiles, openDerivedFiles } from './storage/derived-files.js'
import { type Originals, openOriginals } from './storage/originals.js'

export type { OpenContext }

const WAITING = 'Waiting for the database, which is being migrated, or does not answer.'

/**
 * Opens the library of the configuration: its database, whose migrations it applies, and what all processes share. Throws a UserError
 * that names the obstacle, or the reason of the aborted signal.
 */
export async function openContext(config: Config, opening: Opening = unlimited): Promise<OpenContext> {
  const opened = openedInOrder()
  try {
    const embedded =
      config.databaseUrl === null ? await openEmbedded(config.dataDir, opening, config.postgresSettings) : null
    opened.add(() => embedded?.close())
    const url = embedded?.url ?? (config.databaseUrl as string)
    const migrating = noticing(migrateOnceReached(url, config, opening), WAITING, opening)
    const migrations = await Promise.race([migrating, rejectWhenAborted(opening.signal)])
    // For commands and jobs, whose statements may work on a whole library. Requests have connections with other limits.
    const measures = createMeasures()
    const database = connect(url, { waitMs: config.requests.waitMs }, measures)
    opened.add(() => disconnect(database))
    const logger = createLogger(config)
    const provider = config.oauth && (await openProvider(config.oauth, logger))
    let derived: Promise<DerivedFiles> | undefined
    opened.add(async () => (await derived?.catch(() => null))?.close())
    let originals: Promise<Originals> | undefined
    opened.add(async () => (await originals?.catch(() => null))?.close())
    const context: OpenContext = {
      config,
      database,
      url,
      logger,
      measures,
      provider,
      migrations,
      embedded: embedded !== null,
      openDerived: () => {
        derived ??= openDerivedFiles(config, measures)
        return derived
      },
      openOriginals: () => {
        originals ??= openOriginals(config, measures)
        return originals
      },
      openForRequests: () => openForRequests(context),
      close: opened.close,
    }
    return context
  } catch (error) {
    await opened.close()
    throw config.databaseUrl === null ? error : toUnreachable(error, config.databaseUrl)
  }
}

/** Opens what only a server needs. It is loaded here, so that commands start faster. */
async function openForRequests(opened: OpenContext): Promise<RequestServices> {
  const { config, url, logger } = opened
  const { createEventHub } = await import('./events/hub.js')
  const { openUploadService } = await import('./uploads/upload-service.js')
  const { countLinkViews } = await import('./shared-links/views.js')
  const { watchCredentials } = await import('./users/still-valid.js')
  const services = openedInOrder()
  try {
    const [derived, originals] = await Promise.all([opened.openDerived(), opened.openOriginals()])
    const database = await connectForRequests(opened)
    services.add(() => disconnect(database))
    const replica = config.replicaUrl === null ? null : await openReplicaFor(opened, config.replicaUrl, database)
    services.add(() => replica?.close())
    const events = createEventHub({ url, database: sentBy('events', database), logger, limit: config.eventListeners })
    services.add(events.close)
    const credentials = watchCredentials(sentBy('access', database))
    const storing = { config, url, database: sentBy('uploads', database), originals, logger, credentials }
    const uploads = openUploadService(storing)
    services.add(uploads.close)
    const linkViews = countLinkViews(sentBy('links', database), logger)
    services.add(linkViews.close)
    const context = { ...opened, database, derived, originals, events, uploads, credentials, linkViews }
    return { context, replica, close: services.close }
  } catch (error) {
    await services.close()
    throw error
  }
}

/** Creates a list of what was opened, which is closed in the reverse order. */
function openedInOrder() {
  const closers: (() => Promise<void> | void)[] = []
  return {
    add: (close: () => Promise<void> | undefined | void) => void closers.push(() => close()),
    close: async () => {
      for (let close = closers.pop(); close; close = closers.pop()) await close()
    },
  }
}

/**
 * Connects for requests: their statements go through a pooler. Listeners need a session of their own, at the database itself.
 */
async function connectForRequests({ config: { poolerUrl, requests }, url, logger, measures }: OpenContext) {
  if (poolerUrl === null) return connect(url, requests, measures)
  const remedy = toRemedy(await inspectPooler(poolerUrl, url))
  if (remedy !== null)
    logger.warn(`the sessions of the pooler lack limits, so a statement may wait for ever. ${remedy}`)
  return connect(poolerUrl, { ...requests, isPooled: true }, measures)
}

async function openReplicaFor({ config, logger, measures }: OpenContext, url: string, primary: Database) {
  const { openReplica } = await import('./database/servers/replica.js')
  const onDistrust = (err: unknown) =>
    logger.warn({ err }, 'the replica is not used for a second; the database answers instead')
  return openReplica(url, { primary, measures, limits: config.requests, onDistrust })
}

const TRIES = 3

/** Applies the migrations. Retries, with a notice, when the database does not answer in time, as on a busy machine. */
async function migrateOnceReached(url: string, config: Config, opening: Opening, tries = TRIES): Promise<string[]> {
  try {
    return await migrate(url)
  } catch (error) {
    if (!isLate(error) || tries <= 1 || opening.signal.aborted) throw error
    const explained = config.databaseUrl === null ? error : toUnreachable(error, config.databaseUrl)
    opening.notice(`warning: ${(explained as Error).message} Retrying.`)
    return migrateOnceReached(url, config, opening, tries - 1)
  }
}

/** Returns a promise that rejects with the signal's reason when it aborts. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
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
