import * as client from '@media-library/client'
import { runEveryOperation } from './every-operation.cjs'
import { readWorld } from './world.js'

/** What a page or an app calls, once it is bundled. */
globalThis.run = async (address, traits) => runEveryOperation(client, { ...(await readWorld(address)), ...traits })
