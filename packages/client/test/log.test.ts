import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient, type KeyClientOptions } from '../src/index.js'
import { refuse, type Step, startScriptedServer } from './support/scripted-server.js'

const busy = refuse(503, 'unavailable', { 'retry-after': '0', 'x-request-id': 'r1' })
const created: Step = [201, { 'x-request-id': 'r2' }, { id: '7' }]

/** Returns the lines that a logger gets while an album is created at the second attempt. */
async function collectLog(options: Partial<KeyClientOptions> = {}) {
  const lines: string[] = []
  const note = (level: string) => (message: string) => lines.push(`${level} ${message}`)
  const logger = { debug: note('debug'), info: note('info'), warn: note('warn') }
  const { url } = await startScriptedServer(busy, created)
  const client = createClient({ baseUrl: url, apiKey: 'mlk_secret', logger, ...options })
  await client.createAlbum({ albumName: 'Surprise party' })
  await client.request('POST', '/api/album', { query: { key: 'share-secret' } })
  return lines.map((line) => line.replace(url, 'http://service').replaceAll(/\d+ ms/g, '5 ms'))
}

const [post, other] = ['createAlbum POST http://service/api/album', 'request POST http://service/api/album']
const all = [
  `debug media-library: ${post}, attempt 1`,
  `info media-library: ${post}, attempt 1: 503 after 5 ms (request r1)`,
  `warn media-library: ${post}, attempt 1: 503 unavailable. Another attempt follows in 5 ms.`,
  `debug media-library: ${post}, attempt 2`,
  `info media-library: ${post}, attempt 2: 201 after 5 ms (request r2)`,
  `debug media-library: ${other}, attempt 1`,
  `info media-library: ${other}, attempt 1: 201 after 5 ms (request r2)`,
]

test('a logger is told each attempt, its answer and each retry, without keys, queries and bodies', async () => {
  const lines = await collectLog()

  expect(lines).toEqual(all)
  expect(lines.join()).not.toMatch(/secret|Surprise/)
})

test.each(['info', 'warn'] as const)('the level %s leaves out what is below it', async (logLevel) => {
  const left = logLevel === 'info' ? /^debug/ : /^(debug|info)/

  expect(await collectLog({ logLevel })).toEqual(all.filter((line) => !left.test(line)))
})

test('a level alone logs to the console, and without both there is no log', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())

  expect(await collectLog({ logger: undefined })).toEqual([])
  expect(warn).not.toHaveBeenCalled()
  await collectLog({ logger: undefined, logLevel: 'warn' })

  expect(warn.mock.calls).toEqual([[expect.stringContaining('503 unavailable')]])
})

test('a lost connection is logged with its reason', async () => {
  const { url } = await startScriptedServer((response) => response.destroy(), [200, {}, []])
  const warn = vi.fn()
  const client = createClient({ baseUrl: url, apiKey: 'mlk_1', logger: { debug() {}, info() {}, warn } })

  await client.getAllTags()

  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(/attempt 1: getAllTags: http:\S+ cannot be reached: .+\. Another/),
  )
})
