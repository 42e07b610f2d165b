import { execFile } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clusterPaths, isRunning, startAlone } from '@media-library/embedded-postgres'
import { Client } from 'pg'
import { inject } from 'vitest'
import { clusterIn } from '../../../src/database/embedded.js'
import { until } from '../until.js'
import { copyDataDir } from './data-dir.js'
import { query } from './query.js'

/** A PostgreSQL, which others may follow. */
export interface Node {
  url: string
  dataDir: string
  /** Ends it as a loss of power does, and resolves once it is gone. */
  kill(): Promise<void>
  remove(): Promise<void>
}

/** Starts a PostgreSQL whose database is migrated and without users. */
export async function startPrimary(): Promise<Node> {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-node-'))
  await copyDataDir(inject('usedDataDir'), dataDir)
  return startNode(dataDir)
}

/** Starts a standby that streams what the primary writes. */
export async function startStandby(primary: Node): Promise<Node> {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-node-'))
  const { folder } = clusterPaths(dataDir)
  const label = await copyRunning(primary, dataDir)
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(folder, name))
  const { uid, gid } = await stat(folder)
  for (const [name, text] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
    await writeFile(join(folder, name), text)
    await chown(join(folder, name), uid, gid)
  }
  const { hostname, port, username, password } = new URL(primary.url)
  const source = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\nhot_standby_feedback = on\n`)
  const standby = await startNode(dataDir)
  await until(async () => (await query(primary.url, 'SELECT FROM pg_stat_replication')).length > 0)
  return standby
}

/** Lets the primary acknowledge only what its standby has, from now on. */
export async function replicateSynchronously(primary: Node): Promise<void> {
  await query(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await query(primary.url, 'SELECT pg_reload_conf()')
  await until(async () => {
    const [state] = await query<{ sync_state: string }>(primary.url, 'SELECT sync_state FROM pg_stat_replication')
    return state?.sync_state === 'sync'
  })
}

/** Makes a standby a primary, and resolves once it takes changes. */
export async function promote(standby: Node): Promise<void> {
  await query(standby.url, 'SELECT pg_promote()')
}

async function startNode(dataDir: string): Promise<Node> {
  const { folder } = clusterPaths(dataDir)
  const { pid, url } = await startAlone(clusterIn(dataDir))
  const kill = async () => {
    if (await isRunning(pid, folder)) process.kill(pid, 'SIGQUIT')
    await until(async () => !(await isRunning(pid, folder)))
  }
  return {
    url,
    dataDir,
    kill,
    remove: async () => {
      await kill()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Copies the data folder of a PostgreSQL that runs. Returns the label that makes the copy a backup. */
async function copyRunning({ url, dataDir }: Node, target: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`)
    await promisify(execFile)('cp', ['-a', `${dataDir}/.`, target]).catch(requireOnlyVanished)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()')
    return rows[0]?.labelfile ?? ''
  } finally {
    await client.end()
  }
}

/** Throws unless files vanished while they were copied. The log of the backup has what they held. */
function requireOnlyVanished(error: Error & { stderr?: string }) {
  const lines = (error.stderr ?? '').trim().split('\n')
  if (!lines.every((line) => line.endsWith('No such file or directory'))) throw error
}
