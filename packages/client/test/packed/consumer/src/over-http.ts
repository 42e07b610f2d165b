import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'

const service = createFakeService()
const { fetch: answer, ...options } = service.options
const tag = service.addTag({ assetIds: [service.addAsset().id] })

// The requests go through the fetch of this Node, to a server that hands them to the double.
const server = createServer(async ({ url = '', method = 'GET', headers }, response) => {
  const answered = await answer(new URL(url, options.baseUrl), { method, headers: headers as Record<string, string> })
  response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text())
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))

const { port } = server.address() as AddressInfo
const client = createClient({ ...options, baseUrl: `http://127.0.0.1:${port}` })
const { items: assets } = await client.getTagAssets(tag.id, { signal: AbortSignal.timeout(10_000) })
server.close()
server.closeAllConnections()

if (assets.length !== 1) throw new Error(`The tag has one asset, and ${assets.length} were listed.`)
