import { expect, test } from 'vitest'
import { createClient, type FileOutcome, type FilesProgress, type UploadFilesOptions } from '../src/index.js'
import { createFakeService } from '../src/testing/index.js'

/** Creates files of a kilobyte each. */
function files(count: number, bytes = 1_000): File[] {
  return Array.from(
    { length: count },
    (_, index) => new File([`${index}`.padEnd(bytes)], `${index}.jpg`, { lastModified: 1_700_000_000_000 }),
  )
}

/** A file that no longer exists when it is read. */
class GoneFile extends File {
  override stream(): never {
    throw new DOMException('A requested file could not be found.', 'NotFoundError')
  }
}

function toStates(outcomes: FileOutcome[]) {
  return outcomes.map(({ file, state }) => `${file.name} ${state}`)
}

function open(options: Partial<UploadFilesOptions> = {}) {
  const service = createFakeService()
  const client = createClient({ ...service.options, retries: 0 })
  return { service, client, send: (of: File[]) => client.uploadFiles(of, options) }
}

test('a file of another kind is named with what to do', async () => {
  const { send } = open()

  const outcomes = await send([new File(['text'], 'notes.txt')])

  expect(outcomes).toMatchObject([
    { state: 'unsupported', detail: expect.stringMatching(/^notes\.txt was not sent: .*give it the usual extension/) },
  ])
})

test('a file that cannot be read fails by itself, with its name and what to do', async () => {
  const { send } = open()
  const [first, last] = files(2) as [File, File]

  const outcomes = await send([first, new GoneFile([], 'gone.jpg'), last])

  expect(toStates(outcomes)).toEqual(['0.jpg uploaded', 'gone.jpg failed', '1.jpg uploaded'])
  const [, gone] = outcomes
  expect(gone?.state === 'failed' && gone.error).toMatchObject({
    message: expect.stringMatching(/^gone\.jpg cannot be read: .* Choose it again\.$/),
  })
})

test('a check that fails is the failure of its files, and the others are sent', async () => {
  const { service, send } = open()
  service.failNext('internal_error')

  const outcomes = await send(files(60))

  expect(outcomes.filter(({ state }) => state === 'failed')).toHaveLength(50)
  expect(outcomes[0]).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
  expect(outcomes.filter(({ state }) => state === 'uploaded')).toHaveLength(10)
})

test('a stopped call resolves with what was done, and what was not', async () => {
  const stopping = new AbortController()
  const ended: FileOutcome[] = []
  const { client, send } = open({
    concurrency: 1,
    signal: stopping.signal,
    onFile: (outcome) => {
      ended.push(outcome)
      if (ended.length === 3) stopping.abort()
    },
  })

  const outcomes = await send(files(5))

  expect(toStates(outcomes)).toEqual([
    '0.jpg uploaded',
    '1.jpg uploaded',
    '2.jpg uploaded',
    '3.jpg stopped',
    '4.jpg stopped',
  ])
  expect(ended).toHaveLength(3)
  expect((await client.getAllAssets()).items).toHaveLength(3)
})

test('a call that was stopped before sends nothing, and says so for each file', async () => {
  const { client, send } = open({ signal: AbortSignal.abort() })

  expect(toStates(await send(files(2)))).toEqual(['0.jpg stopped', '1.jpg stopped'])
  expect((await client.getAllAssets()).items).toEqual([])
})

test('tells how much was compared before anything was sent, and ends at the whole', async () => {
  const told: FilesProgress[] = []
  const { send } = open({ onProgress: (progress) => told.push({ ...progress }) })

  await send(files(60))

  expect(told[0]).toMatchObject({ hashed: 1_000, sent: 0, total: 60_000 })
  expect(told.at(-1)).toEqual({ hashed: 60_000, sent: 60_000, total: 60_000, files: 60, allFiles: 60, isAway: false })
  for (const [index, { hashed, files: count }] of told.slice(1).entries()) {
    expect(hashed).toBeGreaterThanOrEqual(told[index]?.hashed ?? 0)
    expect(count).toBeGreaterThanOrEqual(told[index]?.files ?? 0)
  }
})

test('a file that is stored although its answer is lost was uploaded', async () => {
  const { service } = open()
  let isLost = false
  const fetch: typeof service.fetch = async (url, init) => {
    const answer = await service.fetch(url, init)
    if (isLost || !String(url).endsWith('/asset/upload')) return answer
    isLost = true
    throw new TypeError('fetch failed')
  }
  const client = createClient({ ...service.options, fetch, maxDelayMs: 1 })

  const outcomes = await client.uploadFiles(files(3))

  expect(isLost).toBe(true)
  expect(toStates(outcomes)).toEqual(['0.jpg uploaded', '1.jpg uploaded', '2.jpg uploaded'])
})

test('the second of two equal files is a duplicate', async () => {
  const { send } = open({ concurrency: 1 })
  const [first] = files(1) as [File]

  const outcomes = await send([first, new File([first], 'copy.jpg')])

  expect(toStates(outcomes)).toEqual(['0.jpg uploaded', 'copy.jpg duplicate'])
})
