const client = require('@media-library/client')
const { runEveryOperation } = require('./every-operation.cjs')

const [, , address] = process.argv
import('./world.js')
  .then(async ({ readWorld }) => runEveryOperation(client, await readWorld(address)))
  .then((operations) => process.stdout.write(JSON.stringify(operations)))
