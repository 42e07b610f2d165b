import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canConnect } from '../database/query.js'
import { freePort } from '../http/free-port.js'
import { until, within } from '../until.js'
import { poolerProgram } from './has-pooler.js'

/** A PgBouncer in front of a PostgreSQL. */
export interface Pooler {
  /** Its address; a database has the name that it has in PostgreSQL. */
  url: string
  close(): Promise<void>
}

export interface PoolerOptions {
  /** The limits of its sessions. */
  limits?: Record<string, string>
}

/** What docs/operate/scaling.md asks for, but long enough for a busy machine. */
const usual = { statement_timeout: '20s', lock_timeout: '20s', idle_in_transaction_session_timeout: '60s' }

/** Starts a PgBouncer in transaction mode. What is not said here is as Debian has it. */
export async function startPooler(serverUrl: string, { limits = usual }: PoolerOptions = {}): Promise<Pooler> {
  if (poolerProgram === undefined) throw new Error('There is no PgBouncer. Install it (apt install pgbouncer).')
  const folder = await mkdtemp(join(tmpdir(), 'media-library-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const path = join(folder, 'pgbouncer.ini')
  await writeFile(path, toConfiguration(new URL(serverUrl), port, limits))
  // It does not run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(poolerProgram, ['-q', path], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close')
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  await until(() => {
    if (child.exitCode !== null) throw new Error(errors)
    return canConnect(url.href)
  })
  return {
    url: url.href,
    close: async () => {
      child.kill('SIGTERM')
      await within('the end of PgBouncer', ended)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function toConfiguration(
  { hostname, port: serverPort, username, password }: URL,
  port: number,
  limits: Record<string, string>,
) {
  const settings = Object.entries(limits).map(([name, value]) => `SET ${name} TO ''${value}''`)
  return `
    [databases]
    * = host=${hostname} port=${serverPort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)} connect_query='${settings.join('; ')}'
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = transaction
    max_client_conn = 2000
    default_pool_size = 10
    server_idle_timeout = 5
    `.replaceAll(/^ +/gm, '')
}
