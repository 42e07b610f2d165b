import * as client from '@media-library/client'
import { runEveryOperation } from './every-operation.cjs'
import { readWorld } from './world.js'

/** An edge runtime that answers a request with the names of the operations that it called. */
export default {
  fetch: async (_request, { ADDRESS }) => Response.json(await runEveryOperation(client, await readWorld(ADDRESS))),
}
