import { once } from 'node:events'
import { openEmbedded } from '../dist/index.js'
import { clusterIn } from './cluster.ts'

// Uses the embedded database until its input ends: `embedded-user.ts <data folder> [<uid> <gid>]`.
const [dataDir = '', uid, gid] = process.argv.slice(2)
if (uid && gid) {
  process.setgroups?.([])
  process.setgid?.(Number(gid))
  process.setuid?.(Number(uid))
}

const { url, close } = await openEmbedded(clusterIn(dataDir))
process.stdout.write(`${url}\n`)
await once(process.stdin.resume(), 'end')
await close()
