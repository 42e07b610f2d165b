import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What can befall a request to a store: it is told to come later; its answer is lost, or a part of it; its body stands still. */
export type StoreFault = 'slow down' | 'lost answer' | 'half answer' | 'stalled'

/** A way to a store on which requests go wrong. */
export interface StoreProxy {
  url: string
  /** What the store was asked, such as `PUT originals`, or `POST originals uploads`. */
  asked: string[]
  /** What happens to each request from now on; null for nothing. */
  fail(choose: (asked: string) => StoreFault | null): void
  close(): Promise<void>
}

const SLOW_DOWN =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>'

/** Opens a way to the store at an address. Requests are signed for the way, and stay as they are. */
export async function openStoreProxy(address: string): Promise<StoreProxy> {
  const { hostname, port } = new URL(address)
  const asked: string[] = []
  let choose: (asked: string) => StoreFault | null = () => null
  const server = createServer((incoming, answer) => {
    const name = nameOf(incoming)
    const fault = choose(name)
    asked.push(name)
    if (fault === 'slow down') {
      incoming.resume()
      answer.writeHead(503, { 'Content-Type': 'application/xml' }).end(SLOW_DOWN)
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
      answer.writeHead(response.statusCode ?? 0, response.headers)
      if (fault === 'stalled') {
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

/** The method, the folder in the bucket, and what of the query says what is asked. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://store')
  const [first] = searchParams.keys()
  return [method, pathname.split('/')[2] ?? '', ...(first && first !== 'x-id' ? [first] : [])].join(' ')
}
