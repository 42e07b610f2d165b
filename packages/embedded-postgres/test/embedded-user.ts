import { once } from 'node:events'
import { serverModule } from '../support/server-module.ts'

// Uses the embedded database until its input ends: `embedded-user.ts <data folder> [<uid> <gid>]`.
const [dataDir = '', uid, gid] = process.argv.slice(2)
if (uid && gid) {
  process.setgroups?.([])
  process.setgid?.(Number(gid))
  process.setuid?.(Number(uid))
}

const { openEmbedded }: typeof import('../../src/postgres/embedded.js') = await import(
  serverModule('postgres/embedded')
)
const { url, close } = await openEmbedded(dataDir)
process.stdout.write(`${url}\n`)
await once(process.stdin.resume(), 'end')
await close()
