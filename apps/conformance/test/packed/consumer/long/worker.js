import * as client from '@media-library/client'
import { runEveryOperation } from './every-operation.cjs'
import { readWorld } from './world.js'

/** An edge runtime answers a request with what it called. */
export default {
  fetch: async (_request, { ADDRESS }) => Response.json(await runEveryOperation(client, await readWorld(ADDRESS))),
}
