import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The steps that the server does with a body that is sent by PUT beneath `/<step>/`. Each includes all earlier ones. A body that nginx has
 * stored at the path `X-File` is hashed.
 */
const steps = ['read', 'hash', 'write', 'sync']

const { PUT_FOLDER = '' } = process.env

const server = createServer(async (request, response) => {
  const [, step = '', name = ''] = (request.url ?? '').split('/')
  const { 'x-file': stored } = request.headers
  if (typeof stored === 'string') await pipeline(createReadStream(stored), createHash('sha1'))
  else await receive(request, steps.indexOf(step), join(PUT_FOLDER, basename(name)))
  response.writeHead(201).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`Address http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})

/** Receives a body with a minimum of code: one chunk is written while the next arrives. */
async function receive(body: IncomingMessage, step: number, path: string): Promise<void> {
  const hash = createHash('sha1')
  const file = step >= 2 ? await open(path, 'wx') : null
  let pending: Promise<unknown> = Promise.resolve()
  for await (const chunk of body as AsyncIterable<Buffer>) {
    await pending
    if (file) pending = file.write(chunk)
    if (step >= 1) hash.update(chunk)
  }
  await pending
  hash.digest()
  if (step >= 3) await file?.sync()
  await file?.close()
}
