import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { contract, type OAuthConfig } from '@media-library/contract'
import { createExpressEndpoints } from '@ts-rest/express'
import { createApp, frameworks } from '../floor/frameworks.js'

/** The server runs the framework that PART names, and all before it. */
const { PART = '' } = process.env
const order: readonly string[] = frameworks
const has = (framework: string) => order.indexOf(framework) <= order.indexOf(PART)

const { generateOAuthConfig } = contract
const answer: OAuthConfig = { enabled: false, passwordLoginEnabled: false }

const app = createApp(has)
if (has('ts-rest')) {
  const routes = { generateOAuthConfig: async () => ({ status: 201 as const, body: answer }) }
  createExpressEndpoints({ generateOAuthConfig }, routes, app, { logInitialization: false })
} else {
  app.post(generateOAuthConfig.path, (_request, response) => void response.status(201).json(answer))
}

const server = app.listen(0, '127.0.0.1')
server.keepAliveTimeout = 65_000
await once(server, 'listening')
process.stdout.write(`Address http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
