import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { createAssets, createTag } from '../../support/database/factories.js'
import { freePort } from '../../support/http/free-port.js'
import { openListener } from '../../support/http/listener.js'
import { hasNginx, readBlocks, siteOfMany, startNginx } from '../../support/http/nginx.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'

const RESTARTS = byLevel(6, 6, 60)
const LEAST_REQUESTS = 500 * RESTARTS
const PER_SECOND = 50
const MOST_AT_ONCE = 40
/** A server drains for 5 s, and then finishes its requests within 10 s. */
const MOST_MS = 15_000

const [recipe = ''] = readBlocks('docs/operate/scaling.md', 'sh').filter((block) => block.includes('/run/'))

/** Two servers on ports that they keep, which the commands of the page restart. */
async function startPair(env: NodeJS.ProcessEnv) {
  const folder = await makeFolder()
  const ports = [await freePort(), await freePort()]
  const start = (port: number | undefined) => serve({ ...env, PORT: String(port) }, ['--no-worker'])
  const servers = await Promise.all(ports.map(start))
  const exitCodes: (number | null)[] = []
  let slowestMs = 0
  // It takes the place of the service manager on the other machine.
  const manager = await openListener(async ({ url }, response) => {
    const place = url === '/10.0.0.11' ? 0 : 1
    const stoppedAt = performance.now()
    exitCodes.push(await (servers[place] as ServeProcess).stop('SIGTERM'))
    slowestMs = Math.max(slowestMs, performance.now() - stoppedAt)
    servers[place] = await start(ports[place])
    response.end()
  })
  onTestFinished(manager.close)

  const restart = async (place: number) => {
    const commands = recipe
      .replaceAll('11', String(11 + place))
      .replaceAll(/10[\d.]+:2283/g, `127.0.0.1:${ports[place]}`)
      .replaceAll('/run/', `${folder}/`)
    const ssh = `ssh() { curl --fail --silent "${manager.url}/$1"; }`
    await promisify(execFile)('sh', ['-euc', `${ssh}\n${commands}`], { timeout: Math.round(TIME_LIMIT_MS) })
  }
  return { servers, folder, exitCodes, restart, slowestStop: () => Math.round(slowestMs) }
}

/** Sends requests, half of them POST, over connections that stay open. None is repeated. */
function createLoad({ url }: { url: string }, apiKey: string, tagId: string) {
  // No connection is idle for so long that nginx closes it.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  const running = new Set<Promise<void>>()
  const created: string[] = []
  const failures: string[] = []
  let sent = 0

  const ask = (path: string, albumName?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { agent, method: albumName ? 'POST' : 'GET', headers: { 'x-api-key': apiKey } }
      const asked = request(`${url}${path}`, options, (response) => {
        text(response).then(() => resolve(response.statusCode), reject)
      })
      if (albumName) asked.setHeader('content-type', 'application/json')
      asked.once('error', reject).end(albumName && JSON.stringify({ albumName }))
    })
  const send = async () => {
    sent += 1
    const name = sent % 2 === 0 ? randomUUID() : undefined
    const answer = name ? ask('/api/album', name) : ask(`/api/tag/${tagId}/assets`)
    const status = await answer.catch((error: Error) => error.message)
    if (status !== (name ? 201 : 200)) failures.push(`request ${sent}: ${status}`)
    else if (name) created.push(name)
  }
  const timer = setInterval(() => {
    if (running.size >= MOST_AT_ONCE) return
    const one: Promise<void> = send().finally(() => running.delete(one))
    running.add(one)
  }, 1_000 / PER_SECOND)

  const end = async () => {
    await until(() => sent >= LEAST_REQUESTS)
    clearInterval(timer)
    await Promise.all(running)
    agent.destroy()
    return { sent, created, failures }
  }
  return { end }
}

test.runIf(hasNginx)(
  `two servers behind nginx restart ${RESTARTS} times in all by the commands of the page, and none of ${LEAST_REQUESTS} requests fails`,
  async () => {
    const { url, database, ada } = await useAdasLibrary()
    const tag = await createTag(database, ada, { assetIds: await createAssets(database, ada, 5) })
    // A busy machine keeps nobody from an answer.
    const waits = { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }
    const { servers, folder, exitCodes, restart, slowestStop } = await startPair({
      DATABASE_URL: url,
      RATE_LIMIT: '0',
      ...waits,
    })
    const proxy = await startNginx(siteOfMany(servers, folder))
    const load = createLoad(proxy, ada.apiKey, tag.id)

    for (let count = 0; count < RESTARTS; count += 1) await restart(count % 2)
    const { sent, created, failures } = await load.end()

    report(`${RESTARTS} restarts behind nginx`, {
      requests: sent,
      failed: failures.length,
      'slowest stop in ms': slowestStop(),
    })
    expect(failures).toEqual([])
    expect(exitCodes).toEqual(Array.from({ length: RESTARTS }, () => 0))
    expect(slowestStop()).toBeLessThan(toBusyLimit(MOST_MS))
    const albums = await database.album.findMany()
    expect(albums.map(({ albumName }) => albumName).sort()).toEqual(created.sort())
    await Promise.all(servers.map(({ stop }) => stop()))
  },
)
