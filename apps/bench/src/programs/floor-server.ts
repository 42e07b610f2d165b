import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { findSignInPage } from '../floor/oauth.js'
import { createFloor } from '../floor/server.js'

const { DATABASE_URL, OAUTH_ISSUER } = process.env
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 })
const server = createFloor(pool, await findSignInPage(OAUTH_ISSUER)).listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`Address http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => {
  server.close(() => pool.end())
  server.closeAllConnections()
})
