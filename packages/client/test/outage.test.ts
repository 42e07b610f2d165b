import { expect, test } from 'vitest'
import { createClient, type FileOutcome, type UploadFilesOptions } from '../src/index.js'
import { createFakeService } from '../src/testing/index.js'
import { startRestartingServer } from './support/restarting-server.js'

/** Sends 60 files to a service that goes away after the tenth of them. */
async function open(options: Omit<UploadFilesOptions, 'onFile'>, goesAway = true) {
  const service = createFakeService()
  const server = await startRestartingServer(service)
  const client = createClient({ baseUrl: server.url, apiKey: service.user.apiKey, retries: 0 })
  const files = Array.from({ length: 60 }, (_, index) => new File([`${index}`], `${index}.jpg`))
  let ended = 0
  const onFile = () => {
    ended += 1
    if (ended === 10 && goesAway) server.stop()
  }
  return { service, server, client, send: () => client.uploadFiles(files, { ...options, onFile }) }
}

function count(outcomes: FileOutcome[]) {
  const counts: Record<string, number> = {}
  for (const { state } of outcomes) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

test('none of 60 files fails while the service is away and comes back', async () => {
  const told: boolean[] = []
  const { server, client, send } = await open({
    onProgress: ({ isAway }) => {
      if (isAway && !told.includes(true)) void server.start()
      if (isAway !== told.at(-1)) told.push(isAway)
    },
  })

  const outcomes = await send()

  expect(outcomes.filter(({ state }) => state === 'failed')).toEqual([])
  expect((await client.getAllAssets()).items).toHaveLength(60)
  expect(told.slice(0, 3)).toEqual([false, true, false])
  expect(told.at(-1)).toBe(false)
})

test('a service that is away at the beginning is waited for, too', async () => {
  const { server, send } = await open({ onProgress: ({ isAway }) => isAway && void server.start() }, false)
  server.stop()

  expect(count(await send())).toEqual({ uploaded: 60 })
})

test('after maxOutageMs, the files that are left fail together, with what to do', async () => {
  const { send } = await open({ maxOutageMs: 1_000 })
  const startedAt = Date.now()

  const outcomes = await send()

  const failed = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? [outcome.error] : []))
  expect(failed.length).toBeGreaterThanOrEqual(47)
  expect(new Set(failed).size).toBeLessThanOrEqual(4)
  expect(failed.at(-1)).toMatchObject({
    code: 'network',
    message: expect.stringMatching(/cannot be reached: .* It has lasted for 1 s\. Call uploadFiles again later/),
  })
  // Sending one file after the other would take a multiple of that time.
  expect(Date.now() - startedAt).toBeLessThan(47 * 1_000)
})

test('a signal ends the wait', async () => {
  const leaving = new AbortController()
  const { send } = await open({
    signal: leaving.signal,
    onProgress: ({ isAway }) => isAway && leaving.abort(),
  })

  const { stopped = 0, failed = 0 } = count(await send())

  expect(stopped).toBeGreaterThanOrEqual(47)
  expect(failed).toBe(0)
})

test('a service that is busy is waited for as long as it says, and one that says an hour is not', async () => {
  const { service, send } = await open({}, false)
  service.failNext('too_many_requests', { times: 3, retryAfter: 0 })

  expect(count(await send())).toEqual({ uploaded: 60 })

  service.failNext('too_many_requests', { times: 1, retryAfter: 3_600 })

  expect(count(await send())).toEqual({ failed: 60 })
})
