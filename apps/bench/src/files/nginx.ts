import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProcess } from '../start-process.js'

/** The options of an nginx: `http` is the inside of the block `http`. */
export interface NginxOptions {
  /** An existing folder for its configuration and logs. */
  folder: string
  http: string
  /** The ports on which it listens according to `http`. */
  ports: number[]
  signal: AbortSignal
}

/** The error when nginx is not installed: the scenarios that need it are left out. */
export class NginxMissing extends Error {
  constructor() {
    super('nginx is not installed. Run apt-get install nginx-light.')
  }
}

const START_MS = 5_000
const STOP_MS = 10_000

/** Starts nginx; resolves once it accepts connections on all of its ports. Throws `NginxMissing`. */
export async function startNginx({ folder, http, ports, signal }: NginxOptions): Promise<RunningProcess> {
  const program = requireNginx()
  const configuration = join(folder, 'nginx.conf')
  const errors = join(folder, 'nginx-errors.log')
  await mkdir(join(folder, 'nginx'), { recursive: true })
  await writeFile(configuration, toConfiguration(folder, http))
  const child = spawn(program, ['-e', errors, '-p', folder, '-c', configuration], { stdio: 'ignore' })
  const kill = () => child.kill('SIGTERM')
  signal.addEventListener('abort', kill)
  const exit = once(child, 'exit').finally(() => signal.removeEventListener('abort', kill))
  const ended = exit.then(async ([code, by]) => {
    throw new Error(`nginx ended with ${code ?? by}:\n${await readFile(errors, 'utf8').catch(() => '')}`)
  })
  // The process may end while nobody awaits it.
  ended.catch(() => {})
  await Promise.race([Promise.all(ports.map(untilListening)), ended])
  return {
    pid: child.pid as number,
    greeting: [''],
    ended,
    stop: async () => {
      kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await exit
      clearTimeout(timer)
    },
  }
}

/** Finds a free port for nginx. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Returns the path of nginx, which Debian installs where only the PATH of the administrator leads. */
function requireNginx(): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const program = folders.map((folder) => join(folder, 'nginx')).find(existsSync)
  if (program) return program
  throw new NginxMissing()
}

/** Returns a configuration like Debian's: a worker for each core, sendfile, and a line of log for each request. */
function toConfiguration(folder: string, http: string) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    pid nginx.pid;
    worker_processes auto;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 768; }
    http {
      sendfile on;
      tcp_nopush on;
      types_hash_max_size 2048;
      include /etc/nginx/mime.types;
      default_type application/octet-stream;
      access_log ${join(folder, 'nginx-access.log')};
      keepalive_requests 1000000;
      ${temporary.map((name) => `${name}_temp_path ${join(folder, 'nginx', name)};`).join('\n')}
      ${http}
    }`
}

async function untilListening(port: number) {
  for (const started = Date.now(); ; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (Date.now() - started > START_MS) throw new Error(`nginx does not listen on port ${port} after ${START_MS} ms.`)
  }
}
