import * as client from '@media-library/client'
import { runEveryOperation } from './every-operation.cjs'
import { readWorld } from './world.js'

/** The program of a page or an app, for a bundle. */
globalThis.run = async (address, traits) => runEveryOperation(client, { ...(await readWorld(address)), ...traits })
