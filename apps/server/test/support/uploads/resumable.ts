import type { Socket } from 'node:net'
import type { Problem, UploadResult } from '@media-library/contract'
import { expect } from 'vitest'
import { openSocket } from '../http/raw-http.js'
import { draw, drawFrom } from '../random.js'
import { until } from '../until.js'

const BYTES = 'application/offset+octet-stream'

const told = {
  filename: 'IMG_0001.jpg',
  deviceAssetId: 'IMG_0001.jpg-1',
  deviceId: 'test',
  fileCreatedAt: '2024-05-06T07:08:09.000Z',
  fileModifiedAt: '2024-05-07T07:08:09.000Z',
}

/** An answer of the tus protocol. */
export interface TusAnswer {
  status: number
  headers: Headers
  /** The bytes that the service has; null when it does not say. */
  offset: number | null
  /** The asset, once there is one. */
  result: UploadResult | null
  /** The problem of a refusal; empty when nothing was refused. */
  problem: Partial<Problem>
}

/** Speaks tus 1.0 as a client does. */
export async function tus(
  { apiKey }: { apiKey: string | undefined },
  method: string,
  address: string | URL,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array } = {},
): Promise<TusAnswer> {
  const response = await fetch(address, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(apiKey !== undefined && { 'x-api-key': apiKey }), ...headers },
    ...(body && { body: Uint8Array.from(body) }),
  })
  const text = await response.text()
  const [offset, result] = [response.headers.get('upload-offset'), response.headers.get('upload-result')]
  return {
    status: response.status,
    headers: response.headers,
    offset: offset === null ? null : Number(offset),
    result: result === null ? null : (JSON.parse(result) as UploadResult),
    problem: text === '' ? {} : (JSON.parse(text) as Problem),
  }
}

/** Creates an upload of so many bytes. `address` is where they are to be sent. */
export async function create(
  { url }: { url: string },
  user: { apiKey: string | undefined },
  size: number,
  { metadata = {}, body }: { metadata?: Record<string, string>; body?: Uint8Array } = {},
): Promise<TusAnswer & { address: string }> {
  const given = Object.entries({ ...told, ...metadata })
  const encoded = given.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(',')
  const endpoint = `${url}/api/upload`
  const answer = await tus(user, 'POST', endpoint, {
    headers: { 'upload-length': String(size), 'upload-metadata': encoded, ...(body && { 'content-type': BYTES }) },
    ...(body && { body }),
  })
  return { ...answer, address: new URL(answer.headers.get('location') ?? '', endpoint).href }
}

/** Sends bytes from an offset on. */
export function patch(
  user: { apiKey: string },
  address: string | URL,
  offset: number,
  body: Uint8Array,
): Promise<TusAnswer> {
  const headers = { 'content-type': BYTES, 'upload-offset': String(offset) }
  return tus(user, 'PATCH', address, { headers, body })
}

export function head(user: { apiKey: string }, address: string | URL): Promise<TusAnswer> {
  return tus(user, 'HEAD', address)
}

/** Begins to send so many bytes over a connection of its own. The bytes are still to be written. */
export async function beginPatch(
  { apiKey }: { apiKey: string },
  address: string,
  { offset = 0, length }: { offset?: number; length: number },
): Promise<Socket> {
  const { origin, pathname } = new URL(address)
  const socket = await openSocket({ url: origin })
  const head = [
    `PATCH ${pathname} HTTP/1.1`,
    'Host: x',
    `x-api-key: ${apiKey}`,
    'Tus-Resumable: 1.0.0',
    `Content-Type: ${BYTES}`,
    `Upload-Offset: ${offset}`,
    `Content-Length: ${length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** The counts of requests without an answer, and of parts that were sent. */
export interface SendingCounts {
  failed: number
  parts: number
}

/**
 * Sends a file in parts of up to so many bytes, each to any of the servers, until it is in the library. Servers may take each other's place in
 * the list; what one that is gone does not answer is asked of another.
 */
export async function sendAnywhere(
  servers: readonly { url: string }[],
  user: { apiKey: string },
  content: Uint8Array,
  { partBytes, counts }: { partBytes: number; counts: SendingCounts },
): Promise<UploadResult> {
  const attempt = (work: Promise<TusAnswer & { address?: string }>) =>
    work.catch(() => {
      counts.failed += 1
      return null
    })
  const created = await until(() => attempt(create(drawFrom(servers), user, content.length)))
  expect(created.status).toBe(201)
  const { pathname } = new URL(created.address ?? '')
  const place = () => new URL(pathname, drawFrom(servers).url)
  return until(async () => {
    const asked = await attempt(head(user, place()))
    if (asked === null || [409, 503].includes(asked.status)) return null
    expect(asked.status).toBe(200)
    if (asked.result) return asked.result
    const offset = asked.offset ?? 0
    counts.parts += 1
    const part = content.subarray(offset, offset + draw(1, partBytes))
    return (await attempt(patch(user, place(), offset, part)))?.result
  })
}
