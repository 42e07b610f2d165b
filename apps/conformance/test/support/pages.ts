import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'

/** The folder of the client, whose entry has no other imports. */
const client = join(dirname(createRequire(import.meta.url).resolve('@media-library/client/package.json')), 'dist')

/** A page that passes the client to the scripts of a test. */
const page = `<!doctype html>
<script type="module">
  import { createClient } from '/client/index.js'
  window.createClient = createClient
</script>`

/** Serves a page, and the modules of the client that it loads, on any free port of this machine. */
export async function startPages(): Promise<{ port: number; stop(): void }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const [, module] = /^\/client\/([\w/-]+\.js)$/.exec(url) ?? []
    if (module === undefined) return response.setHeader('content-type', 'text/html').end(page)
    const code = await readFile(join(client, module)).catch(() => null)
    response.writeHead(code === null ? 404 : 200, { 'content-type': 'text/javascript' }).end(code)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
