import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * What can befall a request to a store: it is told to come later, or another status; its answer is lost, or has half of its bytes, with or
 * without saying so, or other bytes; its ETag is not that of the content; its body stands still; it is acknowledged, and nothing is kept.
 */
export type StoreFault =
  | 'slow down'
  | 'forbidden'
  | 'failed'
  | 'gone'
  | 'lost answer'
  | 'half answer'
  | 'half body'
  | 'other bytes'
  | 'other etag'
  | 'stalled'
  | 'kept nothing'

/** A way to a store on which requests go wrong. */
export interface StoreProxy {
  url: string
  /** What the store was asked, such as `PUT originals`, or `POST originals uploads`. */
  asked: string[]
  /** Chooses what happens to each request from now on; null for nothing. */
  fail(choose: (asked: string) => StoreFault | null): void
  close(): Promise<void>
}

const refusals: Partial<Record<StoreFault, { status: number; code: string }>> = {
  'slow down': { status: 503, code: 'SlowDown' },
  failed: { status: 500, code: 'InternalError' },
  forbidden: { status: 403, code: 'AccessDenied' },
  gone: { status: 404, code: 'NoSuchKey' },
}

function toXml(code: string) {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The store says ${code}.</Message></Error>`
}

function toMd5(body: Buffer) {
  return createHash('md5').update(body).digest('hex')
}

/** Opens a way to the store at an address. Requests are signed for the way, and stay as they are. */
export async function openStoreProxy(address: string): Promise<StoreProxy> {
  const { hostname, port } = new URL(address)
  const asked: string[] = []
  let choose: (asked: string) => StoreFault | null = () => null
  const server = createServer((incoming, answer) => {
    const name = toName(incoming)
    const fault = choose(name)
    asked.push(name)
    const refusal = fault === null ? undefined : refusals[fault]
    if (refusal) {
      incoming.resume()
      answer.writeHead(refusal.status, { 'Content-Type': 'application/xml' }).end(toXml(refusal.code))
      return
    }
    if (fault === 'kept nothing') {
      const text = incoming.method === 'POST' ? '<CompleteMultipartUploadResult/>' : ''
      buffer(incoming).then((body) => answer.writeHead(200, { ETag: `"${toMd5(body)}"` }).end(text))
      return
    }
    const { method, url: path, headers } = incoming
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      if (fault === 'lost answer') {
        response.resume().once('end', () => answer.destroy())
        return
      }
      if (fault === 'half answer') {
        const half = Number(response.headers['content-length']) >> 1
        answer.writeHead(response.statusCode ?? 0, { ...response.headers, 'content-length': half })
        buffer(response).then((body) => answer.end(body.subarray(0, half)))
        return
      }
      if (fault === 'other etag') response.headers.etag = `"${toMd5(Buffer.from('other'))}"`
      answer.writeHead(response.statusCode ?? 0, response.headers)
      if (fault === 'half body') {
        answer.flushHeaders()
        buffer(response).then((body) => answer.write(body.subarray(0, body.length >> 1), () => answer.destroy()))
      } else if (fault === 'other bytes') {
        buffer(response).then((body) => answer.end(body.fill(0, body.length >> 1)))
      } else if (fault === 'stalled') {
        answer.flushHeaders()
        response.once('data', (chunk: Buffer) => void answer.write(chunk.subarray(0, 1)))
      } else if (method === 'HEAD') {
        // What Swift sends behind the head of an answer to HEAD ends the connection, but not the answer.
        answer.end()
      } else response.pipe(answer)
    })
    forwarded.on('error', () => {
      if (!answer.writableEnded) answer.destroy()
    })
    answer.once('close', () => {
      // Another request may have the connection of one that has ended.
      if (!answer.writableFinished) forwarded.destroy()
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (chosen) => {
      choose = chosen
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns the method, the folder in the bucket, and the telling part of the query. */
function toName({ method, url = '' }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://store')
  const [first] = searchParams.keys()
  return [method, pathname.split('/')[2] ?? '', ...(first && first !== 'x-id' ? [first] : [])].join(' ')
}
