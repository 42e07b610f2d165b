import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { toPutFolder } from '../files/upload-file.js'
import { createFloor } from '../floor/server.js'
import { openStatements } from '../floor/statements.js'

const { DATABASE_URL = '', DATA_DIR = '' } = process.env
const database = openStatements(DATABASE_URL)
const server = createFloor(database, toPutFolder(DATA_DIR)).listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`Address http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => {
  server.close(() => database.close())
  server.closeAllConnections()
})
