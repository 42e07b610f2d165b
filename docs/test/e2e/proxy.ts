import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { vi } from 'vitest'
import { codeBlocks, readPage } from '../support/pages.js'

/** A proxy of docs/operate/proxies.md. */
export interface TestedProxy {
  name: string
  /** Two addresses of this machine from which no other test calls. */
  clients: [string, string]
  /** Adapts the configuration of a block of the page to a port and certificate of a test. */
  configure: (block: string, place: Place) => string
  arguments: (path: string) => string[]
}

interface Place {
  /** The folder with `cert.pem` and `key.pem`. */
  folder: string
  port: number
}

const APACHE_MODULES = [
  'mpm_event',
  'authz_core',
  'deflate',
  'filter',
  'headers',
  'http2',
  'proxy',
  'proxy_http',
  'ssl',
]

export const proxies: TestedProxy[] = [
  {
    name: 'caddy',
    clients: ['127.0.0.11', '127.0.0.12'],
    configure: (block, { folder, port }) =>
      `{\n  admin off\n  auto_https disable_redirects\n}\n${block.replace(
        'photos.example.org {',
        `https://localhost:${port} {\n  bind 127.0.0.1\n  tls ${folder}/cert.pem ${folder}/key.pem`,
      )}`,
    arguments: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
  {
    name: 'apache2',
    clients: ['127.0.0.21', '127.0.0.22'],
    configure: (block, { folder, port }) =>
      [
        `ServerRoot ${folder}\nPidFile apache.pid\nErrorLog apache.log\nDefaultRuntimeDir ${folder}`,
        ...APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        `User www-data\nGroup www-data\nListen 127.0.0.1:${port}`,
        block
          .replace('*:443', `*:${port}`)
          .replace(/\/etc\/ssl\/photos\.(pem|key)/g, (_, end) => join(folder, end === 'pem' ? 'cert.pem' : 'key.pem')),
      ].join('\n'),
    arguments: (path) => ['-D', 'FOREGROUND', '-f', path],
  },
  {
    name: 'haproxy',
    clients: ['127.0.0.31', '127.0.0.32'],
    configure: (block, { folder, port }) =>
      block.replace(':443', `127.0.0.1:${port}`).replace('/etc/ssl/photos-with-key.pem', join(folder, 'both.pem')),
    arguments: (path) => ['-db', '-f', path],
  },
]

/** The folders of programs. Debian installs proxies where only the administrator's PATH leads. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

function findProgram({ name }: TestedProxy): string | undefined {
  return folders.map((folder) => join(folder, name)).find(existsSync)
}

/** Whether a proxy is installed on this machine. Systems other than Linux only have the address 127.0.0.1. */
export function installed(proxy: TestedProxy): boolean {
  return process.platform === 'linux' && findProgram(proxy) !== undefined
}

const languages: Record<string, string> = { caddy: 'caddyfile', apache2: 'apache', haproxy: 'haproxy' }

/** Starts a proxy, configured as on the page, in front of a service. Returns when it listens. */
export async function startProxy(
  proxy: TestedProxy,
  { folder, service }: { folder: string; service: string },
): Promise<{ port: number; stop: () => Promise<void> }> {
  const [block = ''] = codeBlocks(readPage('docs/operate/proxies.md'), languages[proxy.name] ?? '')
  const port = await freePort()
  const own = await mkdtemp(join(folder, `${proxy.name}-`))
  const path = join(own, 'configuration')
  const certificate = await Promise.all(['cert.pem', 'key.pem'].map((name) => readFile(join(folder, name))))
  await writeFile(join(folder, 'both.pem'), Buffer.concat(certificate), { mode: 0o600 })
  await writeFile(path, proxy.configure(block, { folder, port }).replace('127.0.0.1:2283', service))
  const env = { ...process.env, HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own }
  const child = spawn(findProgram(proxy) ?? '', proxy.arguments(path), {
    env,
    // Apache runs as several processes, which are stopped as a group.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'close')
  const listens = () => {
    if (child.exitCode !== null) throw new Error(`${proxy.name} ended after it had printed: ${said}`)
    return answers(port)
  }
  await vi.waitUntil(listens, { timeout: 60_000 })
  const stop = async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  return { port, stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port')
  return address.port
}

async function answers(port: number): Promise<boolean> {
  const socket: Socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
