import { once } from 'node:events'
import { built } from '../support/built.ts'

// Uses the embedded database until its input ends: `embedded-user.ts <data folder> [<uid> <gid>]`.
const [dataDir = '', uid, gid] = process.argv.slice(2)
if (uid && gid) {
  process.setgroups?.([])
  process.setgid?.(Number(gid))
  process.setuid?.(Number(uid))
}

const { openEmbedded } = await built<typeof import('../../src/postgres/embedded.js')>('postgres/embedded.js')
const { url, close } = await openEmbedded(dataDir)
process.stdout.write(`${url}\n`)
await once(process.stdin.resume(), 'end')
await close()
