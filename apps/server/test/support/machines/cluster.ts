import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  chooseAccount,
  clusterPaths,
  findBinaries,
  listCaches,
  packagedBinaries,
  readPassword,
  toProgramPath,
} from '@media-library/embedded-postgres'
import { inject } from 'vitest'
import { copyDataDir } from '../database/data-dir.js'
import { canConnect, query } from '../database/query.js'
import { until } from '../until.js'
import { type Machine, makeNetwork, type Network } from './network.js'

const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

const SERVERS = ['server1', 'server2', 'server3']
const WORKERS = ['worker1', 'worker2', 'worker3']

/** Three servers behind nginx, three workers and PostgreSQL, each on a machine of its own. */
export interface Cluster extends Network {
  /** The address of the database for the test, which is on no machine. */
  databaseUrl: string
  /** Sends a request to nginx. Rejects when no complete answer comes. */
  send(method: string, path: string, asked: { headers: Record<string, string>; body: object }): Promise<Answer>
  /** Starts the server of a machine, which was off the network. */
  startServer(name: string): Promise<void>
}

interface Answer {
  status: number
  text: string
}

/** Starts everything, and resolves once each server is ready and each worker takes jobs. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-machines-'))
  await chmod(folder, 0o755)
  const network = await makeNetwork([...SERVERS, ...WORKERS, 'proxy', 'database'], folder)
  const remove = async () => {
    await network.remove()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    return { ...(await startServices(network, folder)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startServices(network: Network, folder: string) {
  const machine = (name: string) => network.machines[name] as Machine
  const { databaseUrl, urlFor } = await startDatabase(machine('database'), folder)
  const environment = {
    DATABASE_URL: urlFor(machine('database').address),
    DATA_DIR: join(folder, 'data'),
    PORT: '2283',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
  }
  const node = (name: string, args: string[], env: Record<string, string>) =>
    machine(name).start([process.execPath, main, ...args], { ...environment, ...env })
  const socketPath = join(folder, 'proxy.sock')
  const send: Cluster['send'] = (method, path, asked) => sendTo(socketPath, method, path, asked)

  const startServer = async (name: string) => {
    const { address } = machine(name)
    node(name, ['serve', '--no-worker'], { HOST: address })
    await until(() => isReady(machine('proxy'), address))
  }
  await Promise.all(SERVERS.map(startServer))
  for (const name of WORKERS) node(name, ['worker'], {})
  await until(async () => (await query(databaseUrl, 'SELECT FROM worker')).length === WORKERS.length)
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    toConfiguration(
      folder,
      SERVERS.map((name) => machine(name).address),
    ),
  )
  machine('proxy').start(['nginx', '-e', join(folder, 'nginx.log'), '-c', configuration])
  await until(() =>
    send('GET', '/livez', { headers: {}, body: {} }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return {
    ...network,
    databaseUrl,
    send,
    startServer,
  }
}

async function startDatabase(machine: Machine, folder: string) {
  const dataDir = join(folder, 'database')
  await copyDataDir(inject('usedDataDir'), dataDir)
  // PostgreSQL runs as another account.
  await chmod(dataDir, 0o755)
  const cluster = clusterPaths(dataDir).folder
  await appendFile(join(cluster, 'pg_hba.conf'), 'host all all 10.77.0.0/24 scram-sha-256\n')
  const account = await chooseAccount([dataDir])
  const sockets = await mkdtemp(join(tmpdir(), 'ml-'))
  await chmod(sockets, 0o777)
  const settings = { listen_addresses: machine.address, unix_socket_directories: sockets, max_connections: '200' }
  machine.start([
    'setpriv',
    `--reuid=${account?.uid ?? 0}`,
    `--regid=${account?.gid ?? 0}`,
    '--clear-groups',
    toProgramPath(await findBinaries(account, await packagedBinaries(), listCaches('media-library')), 'postgres'),
    '-D',
    cluster,
    '-p',
    '5432',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const password = await readPassword(dataDir)
  const urlFor = (host: string) => `postgresql://media_library:${password}@${host}:5432/media_library`
  const databaseUrl = `postgresql://media_library:${password}@/media_library?host=${encodeURIComponent(sockets)}&port=5432`
  await until(() => canConnect(databaseUrl))
  return { databaseUrl, urlFor }
}

/** Asks from another machine, because this one is not in the network. */
async function isReady(from: Machine, address: string): Promise<boolean> {
  const probe = `fetch('http://${address}:2283/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`
  const child = from.start([process.execPath, '--eval', probe])
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

/** Returns the configuration of nginx. It may send a request to another server again, because each that writes has an Idempotency-Key. */
function toConfiguration(folder: string, addresses: string[]) {
  return `
    daemon off;
    user root;
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      upstream servers {
        ${addresses.map((address) => `server ${address}:2283 max_fails=1 fail_timeout=2s;`).join('\n')}
        keepalive 16;
      }
      server {
        listen unix:${folder}/proxy.sock;
        location / {
          proxy_pass http://servers;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host media.example.org;
          proxy_connect_timeout 1s;
          proxy_read_timeout 3s;
          proxy_next_upstream error timeout http_503 non_idempotent;
        }
      }
    }`
}

function sendTo(
  socketPath: string,
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: object },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const content = method === 'GET' ? '' : JSON.stringify(body)
    const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }
    const sent = request({ socketPath, method, path, headers: { ...headers, ...(content && length) }, timeout: 15_000 })
    sent.once('timeout', () => sent.destroy(new Error('no answer within 15 s')))
    sent.once('error', reject)
    sent.once('response', (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, text: answer }), reject)
    })
    sent.end(content)
  })
}
