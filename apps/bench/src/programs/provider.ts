import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { CLIENT_ID, REDIRECT_URI } from '../sign-in.js'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const provider = new Provider(issuer, {
  clients: [{ client_id: CLIENT_ID, redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' }],
  cookies: { keys: ['bench'] },
})
server.on('request', provider.callback())
process.stdout.write(`Address ${issuer}\n`)
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
