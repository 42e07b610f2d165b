import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, ListMultipartUploadsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../http/free-port.js'
import { until, within } from '../until.js'

const run = promisify(execFile)

/** The parts of OpenStack Swift, from the storage to the door. */
const nodes = ['object', 'container', 'account'] as const
type SwiftNode = (typeof nodes)[number]

const programOf = (name: string) => `/usr/bin/swift-${name}-server`

export const hasSwift: boolean = [...nodes, 'proxy'].every((name) => existsSync(programOf(name)))

const BUCKET = 'library'

/** An OpenStack Swift with its S3 layer, of one node for each part and one copy of each object. */
export interface Swift {
  /** What tells the service of it. */
  environment: Record<string, string>
  /** The keys of all originals, in order, and of all uploads in parts that nobody completed. */
  list(): Promise<string[]>
  /** Kills a node, as its machine may. */
  kill(node: SwiftNode): Promise<void>
  start(node: SwiftNode): Promise<void>
  close(): Promise<void>
}

/** Starts it on loopback, with what it stores in a temporary folder. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-swift-'))
  await mkdir(join(folder, 'disk', 'd1'), { recursive: true })
  const ports = new Map<string, number>()
  for (const name of [...nodes, 'proxy']) ports.set(name, await freePort())
  const running = new Map<string, ChildProcess>()

  const start = async (name: string) => {
    const port = ports.get(name) as number
    const child = spawn(programOf(name), [join(folder, `${name}.conf`)], { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    running.set(name, child)
    await until(() => {
      if (child.exitCode !== null) throw new Error(`swift-${name}-server ended: ${errors}`)
      return fetch(`http://127.0.0.1:${port}/healthcheck`).then(
        () => true,
        () => false,
      )
    })
  }
  const kill = async (name: string) => {
    const child = running.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await within(`the end of swift-${name}-server`, once(child, 'close'))
  }

  for (const name of nodes) {
    const ring = (...args: string[]) => run('swift-ring-builder', [join(folder, `${name}.builder`), ...args])
    await ring('create', '4', '1', '0')
    await ring('add', `r1z1-127.0.0.1:${ports.get(name)}/d1`, '1')
    await ring('rebalance')
    await writeFile(join(folder, `${name}.conf`), configure(folder, ports.get(name) as number, [`${name}-server`]))
  }
  await writeFile(join(folder, 'proxy.conf'), configure(folder, ports.get('proxy') as number, doors))
  await Promise.all([...nodes, 'proxy'].map(start))
  const endpoint = `http://127.0.0.1:${ports.get('proxy')}`
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  return {
    environment: {
      ORIGINALS_STORAGE: `s3://${BUCKET}/originals`,
      DERIVED_STORAGE: `s3://${BUCKET}/derived`,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    list: async () => {
      const keys: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: BUCKET, Prefix: 'originals/' }))
        keys.push(...Contents.map(({ Key = '' }) => Key))
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))
      return [...keys, ...Uploads.map(({ Key = '' }) => `${Key} in parts`)].sort()
    },
    kill,
    start,
    close: async () => {
      client.destroy()
      await Promise.all([...running.keys()].map(kill))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** On a busy machine, a list is as new as it is on another one. */
const PATIENCE = 'container_update_timeout = 60\nconn_timeout = 10\nnode_timeout = 60'

const doors = 'catch_errors gatekeeper healthcheck cache s3api tempauth bulk slo dlo proxy-server'.split(' ')

/** What a filter or server is told beside its name. */
const told: Record<string, string> = {
  cache: 'use = egg:swift#memcache',
  tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
  s3api: 'use = egg:swift#s3api\nlocation = us-east-1',
  'proxy-server': 'use = egg:swift#proxy\naccount_autocreate = true',
}

function configure(folder: string, port: number, pipeline: string[]): string {
  const sections = pipeline.map((name) => {
    const isServer = name.endsWith('-server')
    const settings = told[name] ?? `use = egg:swift#${name.replace('-server', '')}`
    return `[${isServer ? 'app' : 'filter'}:${name}]\n${settings}\n${isServer ? PATIENCE : ''}`
  })
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'disk')}
mount_check = false
disable_fallocate = true
log_level = ERROR
[pipeline:main]
pipeline = ${pipeline.join(' ')}
${sections.join('\n')}
`
}
