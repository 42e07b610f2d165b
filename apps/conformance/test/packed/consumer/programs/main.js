import * as client from '@media-library/client'
import { runEveryOperation } from './every-operation.cjs'
import { readWorld } from './world.js'

const [, , address] = process.argv
process.stdout.write(JSON.stringify(await runEveryOperation(client, await readWorld(address))))
