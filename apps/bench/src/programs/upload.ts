import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { answerProcess } from '../ask-process.js'
import { jpegStart } from '../files/stored-files.js'
import { quantile } from '../statistics.js'
import type { LoadAnswer } from './load.js'

/** A number of different files to upload over several connections. */
export interface UploadQuestion {
  url: string
  /**
   * The paths. With `isForm`, files are parts of forms as the API takes them; otherwise each is sent by PUT to a path of its own beneath
   * this one.
   */
  paths: string[]
  isForm: boolean
  headers: Record<string, string>
  /** The size of a file. */
  bytes: number
  /** The status that every response must have. */
  status: number
  connections: number
  amount: number
  /** The time limit of the load. */
  limitMs: number
}

const CHUNK = randomBytes(1024 * 1024)

async function upload(question: UploadQuestion): Promise<LoadAnswer> {
  const { connections, amount, limitMs } = question
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const signal = AbortSignal.timeout(limitMs)
  const times: number[] = []
  let left = amount
  const startedAt = performance.now()
  const sendNext = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const from = performance.now()
      await sendFile(question, agent, signal)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendNext)).finally(() => agent.destroy())
  const sorted = Float64Array.from(times).sort()
  const perSecond = (amount * 1_000) / (performance.now() - startedAt)
  return { requests: amount, perSecond, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

async function sendFile(question: UploadQuestion, agent: Agent, signal: AbortSignal): Promise<void> {
  const { url, paths, isForm, headers, bytes, status } = question
  const name = randomUUID()
  const [start, end] = isForm ? formAround(name) : [Buffer.alloc(0), Buffer.alloc(0)]
  const sent = request(isForm ? url + paths[0] : `${url}${paths[0]}${name}.jpg`, {
    method: isForm ? 'POST' : 'PUT',
    agent,
    signal,
    headers: {
      ...headers,
      'content-type': isForm ? `multipart/form-data; boundary=${name}` : 'image/jpeg',
      'content-length': start.length + bytes + end.length,
    },
  })
  const answered = once(sent, 'response')
  await Promise.all([
    write(sent, [start, jpegStart, Buffer.from(name)], bytes - jpegStart.length - name.length, end),
    answered,
  ])
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== status)
    throw new Error(`${url} should have answered ${status}, but answered ${response.statusCode}.`)
}

async function write(sent: ClientRequest, starts: Buffer[], bytes: number, end: Buffer): Promise<void> {
  for (const start of starts) sent.write(start)
  for (let left = bytes; left > 0; left -= CHUNK.length) {
    if (!sent.write(left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK)) await once(sent, 'drain')
  }
  sent.end(end)
}

function formAround(name: string): [start: Buffer, end: Buffer] {
  const now = new Date().toISOString()
  const fields = { deviceAssetId: name, deviceId: 'bench', fileCreatedAt: now, fileModifiedAt: now }
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${name}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${name}\r\ncontent-disposition: form-data; name="assetData"; filename="${name}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  return [Buffer.from(parts.join('') + file), Buffer.from(`\r\n--${name}--\r\n`)]
}

answerProcess(upload)
