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
const parts = ['object', 'container', 'account', 'proxy'] as const
type SwiftPart = (typeof parts)[number]

const toProgram = (part: SwiftPart) => `/usr/bin/swift-${part}-server`

export const hasSwift: boolean = parts.every((part) => existsSync(toProgram(part)))
if (!hasSwift) {
  const packages = parts.map((part) => `swift-${part}`).join(' ')
  process.stderr.write(`A real object store is not tested: there is no Swift. Install it (apt install ${packages}).\n`)
}

const BUCKET = 'library'

/** An OpenStack Swift with its S3 layer, of one node for each part but `object`, of which each node has a copy of each object. */
export interface Swift {
  /** The environment of a service that uses it. */
  environment: Record<string, string>
  /** Returns the keys of all originals, in order, and of all uploads in parts that nobody completed. */
  list(): Promise<string[]>
  /** Kills the first node of the objects, as its machine may. */
  killNode(): Promise<void>
  startNode(): Promise<void>
  close(): Promise<void>
}

interface SwiftNode {
  part: SwiftPart
  name: string
  port: number
}

/** Starts it on loopback, with what it stores in a temporary folder. */
export async function startSwift({ objectNodes = 1 } = {}): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-swift-'))
  const nodes: SwiftNode[] = []
  for (const part of parts) {
    for (let number = 1; number <= (part === 'object' ? objectNodes : 1); number += 1)
      nodes.push({ part, name: `${part}${number}`, port: await freePort() })
  }
  const running = new Map<string, ChildProcess>()

  const start = async ({ part, name, port }: SwiftNode) => {
    const child = spawn(toProgram(part), [join(folder, `${name}.conf`)], { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    running.set(name, child)
    await until(() => {
      if (child.exitCode !== null) throw new Error(`Swift's ${name} ended: ${errors}`)
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
    await within(`the end of Swift's ${name}`, once(child, 'close'))
  }
  const listNodes = (part: SwiftPart) => nodes.filter((node) => node.part === part)

  for (const part of parts.filter((part) => part !== 'proxy')) {
    const ring = (...args: string[]) => run('swift-ring-builder', [join(folder, `${part}.builder`), ...args])
    await ring('create', '4', String(listNodes(part).length), '0')
    for (const { name, port } of listNodes(part)) await ring('add', `r1z1-127.0.0.1:${port}/${name}`, '1')
    await ring('rebalance')
  }
  for (const { part, name, port } of nodes) {
    await mkdir(join(folder, 'disk', name), { recursive: true })
    await writeFile(
      join(folder, `${name}.conf`),
      configure(folder, port, part === 'proxy' ? doors : [`${part}-server`]),
    )
  }
  await Promise.all(nodes.map(start))
  const [door, firstNode] = [listNodes('proxy')[0] as SwiftNode, listNodes('object')[0] as SwiftNode]
  const endpoint = `http://127.0.0.1:${door.port}`
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
    killNode: () => kill(firstNode.name),
    startNode: () => start(firstNode),
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
  // It would leave a node alone for a minute after ten failures, and an upload alone may see as many.
  'proxy-server': 'use = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_limit = 1000000',
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
