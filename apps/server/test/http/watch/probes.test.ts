import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { query } from '../../support/database/query.js'
import { send } from '../../support/http/client.js'
import { type GatedServer, startGatedServer as start } from '../../support/http/gated-server.js'
import { openSocket } from '../../support/http/raw-http.js'
import { toBusyLimit } from '../../support/long.js'
import { TIME_LIMIT_MS, until } from '../../support/until.js'

/** It recovers from what the tests do to its database. */
const service = await start({}, afterAll)

async function probe(service: GatedServer, path: string) {
  const startedAt = performance.now()
  const { status, body } = await send(service, path)
  return { status, body, ms: performance.now() - startedAt }
}

/** Waits until the service is ready; a busy machine may take more than the second that a probe has. */
function untilReady(service: GatedServer) {
  return until(async () => {
    const answer = await probe(service, '/readyz?verbose')
    return answer.status === 200 && answer
  })
}

test('a service that can serve is live and ready, without a key, by GET and HEAD alone', async () => {
  const live = await probe(service, '/livez')
  const ready = await untilReady(service)
  const head = await fetch(`${service.url}/livez`, { method: 'HEAD' })
  const post = await fetch(`${service.url}/livez`, { method: 'POST' })

  expect(live).toMatchObject({ status: 200, body: { status: 'live' } })
  expect(ready.body).toEqual({ status: 'ready' })
  expect([head.status, head.headers.get('cache-control'), await head.text()]).toEqual([200, 'no-store', ''])
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test.each(['close', 'hang'] as const)(
  'without its database, it is live and not ready within a second, asks once for a hundred probes, and recovers (%s)',
  async (how) => {
    await untilReady(service)
    const before = await service.gateway.count()

    await service.gateway[how]()
    const live = await probe(service, '/livez')
    const answers = await Promise.all(Array.from({ length: 100 }, () => probe(service, '/readyz')))
    const asked = (await service.gateway.count()) - before
    await service.gateway.open()
    const recovered = await untilReady(service)

    expect(live).toMatchObject({ status: 200, body: { status: 'live' } })
    for (const { status, body, ms } of answers) {
      expect([status, body]).toEqual([503, { status: 'not ready', obstacles: ['database'] }])
      expect(ms).toBeLessThan(toBusyLimit(2_500))
    }
    expect(asked).toBeLessThanOrEqual(1)
    expect(recovered.status).toBe(200)
  },
)

test('it is not ready on a database that lacks a migration, or was never migrated', async () => {
  await untilReady(service)
  const rename = (from: string, to: string) =>
    `UPDATE _prisma_migrations SET migration_name = replace(migration_name, '${from}', '${to}')`

  for (const [spoil, mend] of [
    [rename('_init', '_other'), rename('_other', '_init')],
    ['ALTER TABLE _prisma_migrations RENAME TO hidden', 'ALTER TABLE hidden RENAME TO _prisma_migrations'],
  ] as const) {
    await query(service.databaseUrl, spoil)
    await expect
      .poll(() => probe(service, '/readyz'), { timeout: TIME_LIMIT_MS })
      .toMatchObject({ status: 503, body: { obstacles: ['migrations'] } })
    await query(service.databaseUrl, mend)
    expect(await untilReady(service)).toMatchObject({ status: 200 })
  }
})

test('it is not ready on a read-only database, and ready when the database accepts changes again', async () => {
  await untilReady(service)
  const setTo = (value: string) =>
    query(
      `${service.databaseUrl}?options=-c%20default_transaction_read_only%3Doff`,
      `DO $$ BEGIN
         EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database());
         PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid();
       END $$`,
    )

  await setTo('on')
  await expect
    .poll(() => probe(service, '/readyz'), { timeout: TIME_LIMIT_MS })
    .toMatchObject({ status: 503, body: { obstacles: ['read-only'] } })
  await setTo('off')

  expect(await untilReady(service)).toMatchObject({ status: 200 })
})

test('it is not ready while the disk of its data folder is full', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-full-'))
  const run = promisify(execFile)
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  onTestFinished(async () => {
    if (isMounted) await run('umount', [folder])
    await rm(folder, { recursive: true })
  })
  if (!isMounted) skip('a small disk can be mounted by root alone')
  const service = await start({ DATA_DIR: folder })
  await untilReady(service)

  await writeFile(join(folder, 'filling'), Buffer.alloc(30 * 1024 * 1024))
  await expect
    .poll(() => probe(service, '/readyz'), { timeout: TIME_LIMIT_MS })
    .toMatchObject({ status: 503, body: { obstacles: ['disk'] } })
  await rm(join(folder, 'filling'))

  expect(await untilReady(service)).toMatchObject({ status: 200 })
})

describe('while it stops', () => {
  /** Sends a request over a socket, and resolves with the head of its answer. */
  const ask = (socket: Socket, path: string) =>
    new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk) => resolve(String(chunk))).once('error', reject)
      socket.once('close', () => reject(new Error('the connection was closed without an answer')))
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    })

  test('it is not ready, and keeps serving for the given time', async () => {
    const service = await start()

    const closed = service.close(3_000)
    const answers = await Promise.all([
      probe(service, '/readyz'),
      probe(service, '/livez'),
      probe(service, '/api/oauth/config'),
    ])
    await closed

    expect(answers.map(({ status }) => status)).toEqual([503, 200, 405])
    expect(answers[0].body).toEqual({ status: 'not ready', obstacles: ['draining'] })
  })

  test('a request on an idle connection is answered as its last, and new connections are refused', async () => {
    const service = await start()
    const idle = await openSocket(service)
    const before = await ask(idle, '/livez')

    const closed = service.close()
    const refused = await until(() =>
      probe(service, '/livez').then(
        () => null,
        ({ cause }) => cause.code as string,
      ),
    )
    const during = await ask(idle, '/livez')
    await closed

    expect(refused).toBe('ECONNREFUSED')
    expect(before).toContain('Connection: keep-alive')
    expect(during).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close/)
  })

  test('it serves the connections that the system accepted before', async () => {
    const service = await start()
    // The service accepts one of them in a turn of the event loop.
    const waiting = await Promise.all(Array.from({ length: 50 }, () => openSocket(service)))

    const closed = service.close()
    const answers = await Promise.all(waiting.map((socket) => ask(socket, '/livez')))
    await closed

    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close/)
  })

  test('silent connections do not delay it', async () => {
    const service = await start()
    await Promise.all(Array.from({ length: 5 }, () => openSocket(service)))
    const startedAt = performance.now()

    await service.close()

    // It would wait for requests for ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(9_000)
  })
})
