import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from '../../config/config.js'
import { ConfigError } from '../../errors.js'
import { checkEmbedded, checkMigrations, checkPooler, checkServer, checkSkew, reachDatabase } from './database.js'
import { type Check, type Finding, ok, problem } from './finding.js'
import {
  checkDataFolder,
  checkDerivedFiles,
  checkOriginalFolders,
  checkOriginals,
  checkOtherAccounts,
  checkSpace,
  checkWatchedFolders,
} from './folders.js'
import {
  checkClock,
  checkExiftool,
  checkFfmpeg,
  checkFfprobe,
  checkHeic,
  checkNode,
  checkSandbox,
  checkSharp,
} from './machine.js'
import { checkMissingDerived, checkMissingOriginals } from './missing-files.js'
import { checkAdminPort, checkPort, checkProxy } from './network.js'
import { checkStrayFiles } from './stray-files.js'

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  check: string
}

// Each check has shorter limits of its own. This limit is for a disk or mount that hangs.
const LIMIT_MS = 20_000

/** Runs all checks concurrently, within 20 s, and changes nothing. Never throws: a fault is a finding. */
export function examine(environment: NodeJS.ProcessEnv): Promise<NamedFinding[]> {
  return Promise.all(Object.entries(listChecks(environment)).map(async ([check, run]) => ({ check, ...(await run()) })))
}

/** Returns the checks of an environment by their names. */
export function listChecks(environment: NodeJS.ProcessEnv): Record<string, () => Promise<Finding>> {
  const { config, finding } = readUsableConfig(environment)
  const reached = reachDatabase(config)
  reached.catch(() => {})
  const checks: Record<string, Check> = {
    node: checkNode,
    clock: checkClock,
    configuration: async () => finding,
    'data folder': checkDataFolder,
    'other accounts': checkOtherAccounts,
    'disk space': checkSpace,
    'derived files': checkDerivedFiles,
    'uploaded files': checkOriginals,
    'embedded database': checkEmbedded,
    database: checkServer(reached),
    pooler: checkPooler,
    migrations: checkMigrations(reached),
    'clock of the database': checkSkew(reached),
    'folders of originals': checkOriginalFolders(reached),
    'watched folders': checkWatchedFolders,
    'missing originals': checkMissingOriginals(reached),
    'missing derived files': checkMissingDerived(reached),
    'stray files': checkStrayFiles(reached),
    ffmpeg: checkFfmpeg,
    ffprobe: checkFfprobe,
    'ffmpeg limits': checkSandbox,
    exiftool: checkExiftool,
    images: checkSharp,
    heic: checkHeic,
    port: checkPort,
    'admin port': checkAdminPort,
    proxy: checkProxy,
  }
  return Object.fromEntries(Object.entries(checks).map(([name, run]) => [name, () => inTime(run(config))]))
}

async function inTime(work: Promise<Finding>): Promise<Finding> {
  const done = new AbortController()
  const late = sleep(
    LIMIT_MS,
    problem(`no answer within ${LIMIT_MS / 1_000} s`, 'Find out what is blocking it, and try again.'),
    {
      signal: done.signal,
    },
  )
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } catch (error) {
    return problem((error as Error).message, 'Follow the message, or set LOG_LEVEL=debug to see more.')
  } finally {
    done.abort()
  }
}

const NAME = /^\w+/
const GROUP = /^[A-Z\d]+_/

/** Returns the configuration with a default for each faulty variable, and the faults as a finding. */
function readUsableConfig(environment: NodeJS.ProcessEnv): { config: Config; finding: Finding } {
  try {
    return { config: readConfig(environment), finding: ok('every variable is valid') }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const faulty = error.faults.map((fault) => NAME.exec(fault)?.[0] ?? '')
    return {
      config: readUsableConfig(without(environment, faulty)).config,
      finding: problem(
        error.faults.join('; '),
        `Correct or unset ${faulty.join(', ')}. The checks below use the default.`,
      ),
    }
  }
}

/**
 * Leaves out the faulty variables. When one is missing and none of them is set, all others of its group are left out.
 */
function without(environment: NodeJS.ProcessEnv, faulty: string[]): NodeJS.ProcessEnv {
  const isSet = faulty.some((name) => environment[name])
  const groups = faulty.map((name) => GROUP.exec(name)?.[0] ?? name)
  const isFaulty = (name: string) => (isSet ? faulty.includes(name) : groups.some((group) => name.startsWith(group)))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isFaulty(name)))
}
