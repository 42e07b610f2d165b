import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseAccount } from './account.js'
import { packagedBinaries, toProgramPath } from './binaries.js'
import { clusterPaths } from './cluster.js'
import { runAs } from './run-as.js'

/** The version of the PostgreSQL that would run, and of the one that created the cluster. */
export interface Inspection {
  /** The output of the program, such as `postgres (PostgreSQL) 18.4`. */
  program: string
  /** The version of the installed binaries. */
  version: string
  /** The major version that created the cluster; null when there is none. */
  createdBy: string | null
}

/** Runs the installed PostgreSQL for its version, and reads that of the cluster. Changes nothing. */
export async function inspectEmbedded(dataDir: string): Promise<Inspection> {
  const binaries = await packagedBinaries()
  const { folder } = clusterPaths(dataDir)
  const account = await chooseAccount([folder, dataDir])
  const path = toProgramPath(binaries, 'postgres')
  // An account that cannot reach the binaries gets a copy from root at the start.
  const program = await runAs(account, path, ['--version']).catch(() => runAs(null, path, ['--version']))
  const createdBy = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  return { program: program.trim(), version: binaries.version, createdBy: createdBy || null }
}
