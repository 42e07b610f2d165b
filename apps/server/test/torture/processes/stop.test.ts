import { setTimeout as sleep } from 'node:timers/promises'
import { findPid } from '@media-library/embedded-postgres'
import { expect, test } from 'vitest'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { openGateway } from '../../support/database/gateway.js'
import { toBusyLimit } from '../../support/long.js'
import { isAlive, resumeFamily, suspendFamily } from '../../support/processes/process-list.js'
import { serve } from '../../support/processes/serve-process.js'
import { until } from '../../support/until.js'

async function timed(work: Promise<number | null>) {
  const startedAt = performance.now()
  return { exitCode: await work, ms: performance.now() - startedAt }
}

test.each(['close', 'hang'] as const)('SIGTERM ends it with 0 within 10 s without its database (%s)', async (how) => {
  const { url } = await useAdasLibrary()
  const gateway = await openGateway(url)
  const service = await serve({ DATABASE_URL: gateway.url }, ['--no-worker'])
  await gateway[how]()
  await fetch(`${service.url}/readyz`)

  const { exitCode, ms } = await timed(service.stop('SIGTERM'))

  expect(exitCode).toBe(0)
  expect(ms).toBeLessThan(toBusyLimit(10_000))
})

async function serveEmbedded(env: NodeJS.ProcessEnv) {
  const dataDir = await makeUsedDataDir()
  const service = await serve({ DATA_DIR: dataDir, MEDIA_LIBRARY_DEMO: 'false', ...env })
  return { service, postmaster: Number(await findPid(dataDir)) }
}

const EVERY_SIGNAL = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

test('many signals within 2 s are one stop, also of the embedded database', async () => {
  const { service, postmaster } = await serveEmbedded({})
  const stopped = service.stop('SIGTERM')

  for (const signal of [...EVERY_SIGNAL, ...EVERY_SIGNAL]) service.child.kill(signal)

  expect(await stopped).toBe(0)
  expect(service.errors()).toContain('Stopped. Everything is kept.')
  expect(await isAlive(postmaster)).toBe(false)
})

test.each([
  ['still stops the embedded database', false],
  ['tells a suspended embedded database to stop', true],
])('a second signal after 2 s ends it at once, and %s', async (_, isSuspended) => {
  const { service, postmaster } = await serveEmbedded({ DRAIN_SECONDS: '300' })
  if (isSuspended) await suspendFamily(postmaster)
  service.child.kill('SIGTERM')
  await until(() => service.errors().includes('Serving for another 300 s'))
  await sleep(2_100)

  const { exitCode, ms } = await timed(service.stop('SIGINT'))
  if (isSuspended) await resumeFamily(postmaster)

  expect(exitCode).toBe(130)
  expect(ms).toBeLessThan(toBusyLimit(3_000))
  await until(async () => !(await isAlive(postmaster)))
})
