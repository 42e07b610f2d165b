import { access } from 'node:fs/promises'
import {
  type Cluster,
  clusterPaths,
  type EmbeddedDatabase,
  EmbeddedPostgresError,
  findEmbedded as findCluster,
  type Inspection,
  inspectEmbedded as inspectCluster,
  withLock as lockFolder,
  type Obstacle,
  type Opening,
  openEmbedded as openCluster,
} from '@media-library/embedded-postgres'
import { ConfigError, UserError } from '../errors.js'
import { availableMemory, settingsFor } from './settings.js'

/**
 * Opens the embedded database of a data folder, which a first process starts with the given settings. Throws a UserError that says what
 * to do, a ConfigError for a setting that PostgreSQL refuses, or the reason of the aborted signal.
 */
export async function openEmbedded(
  dataDir: string,
  opening?: Opening,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  try {
    return await openCluster(clusterIn(dataDir, settings), opening)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError && error.code === 'refused-setting')
      throw new ConfigError([`POSTGRES_SETTINGS: ${error.message}`])
    throw toUserError(error)
  }
}

/** Returns the address of a data folder's database if it is running. It starts and creates nothing. */
export function findEmbedded(dataDir: string): Promise<string | null> {
  return advise(findCluster(clusterIn(dataDir)))
}

/** Returns whether a data folder has an embedded database; true if this account cannot look. */
export function hasEmbedded(dataDir: string): Promise<boolean> {
  return access(clusterPaths(dataDir).folder).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
}

/** Returns which PostgreSQL would run, and which one created the database of a data folder. */
export function inspectEmbedded(dataDir: string): Promise<Inspection> {
  return advise(inspectCluster(dataDir))
}

/** Does the work while this process holds the lock `<path>`, in an existing `folder`. */
export function withLock<Result>(folder: string, path: string, work: () => Promise<Result>): Promise<Result> {
  return advise(lockFolder(folder, path, work))
}

/** Returns the cluster of a data folder. */
export function clusterIn(dataDir: string, overrides: Record<string, string> = {}): Cluster {
  const settings = { ...settingsFor(availableMemory()), ...overrides }
  return { dataDir, database: 'media_library', application: 'media-library', settings }
}

/** The remedy for a database that another PostgreSQL version created. */
export const OTHER_VERSION =
  'Run `media-library backup <path>` with the version that created it, move that folder away, and run `media-library restore <path>`.'

/** The part of a remedy that depends on this service. */
const advices: Partial<Record<Obstacle, string>> = {
  'cannot-run': 'Set DATABASE_URL to your own PostgreSQL.',
  'no-account': 'Start the service as another user, or set DATABASE_URL to your own PostgreSQL.',
  'no-folder': 'Set DATA_DIR to a writable folder.',
  'not-a-cluster': 'Move it away, or set DATA_DIR to another folder.',
  'not-created': 'Fix the cause and start again, or set DATA_DIR to another folder.',
  'not-installed': 'Or set DATABASE_URL to your own PostgreSQL.',
  'not-started':
    'Fix the cause, which may be a setting of POSTGRES_SETTINGS, and start again, or restore a backup into another DATA_DIR.',
  'other-version': OTHER_VERSION,
  unreadable: 'Start the service as the account that owns it or as root, or set DATA_DIR to another folder.',
  'unreadable-password': 'Restore the file from a backup, or start the service as the account that owns it.',
  unwritable: 'Fix this, or set DATA_DIR to another folder.',
}

async function advise<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toUserError(error)
  }
}

function toUserError(error: unknown): unknown {
  if (!(error instanceof EmbeddedPostgresError)) return error
  const advice = advices[error.code]
  return new UserError(advice ? `${error.message}${error.message.endsWith('\n') ? '' : ' '}${advice}` : error.message)
}
