// Uploads files of the disk in the ways of Node and of Bun, and prints whether the service got them completely.
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createClient, isProblem } from '@media-library/client'
import { readWorld } from './world.js'

const [, , address] = process.argv
const { options, apiKey } = await readWorld(address)
const client = createClient({ ...options, apiKey })

async function sameAs(id, bytes) {
  const stored = await (await client.downloadFile(id)).arrayBuffer()
  return Buffer.from(stored).equals(bytes)
}

async function uploadBy(open, way) {
  const photo = Buffer.from(`GIF89a of ${way}${' '.repeat(300_000)}`)
  const video = Buffer.from(`\0\0\0\x18ftypisom\0\0\x02\0isomiso2 of ${way}`, 'latin1')
  const deep = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<a>'.repeat(200)}${'</a>'.repeat(200)}</x:xmpmeta>`
  await Promise.all([writeFile('a.gif', photo), writeFile('a.mov', video), writeFile('a.xmp', deep)])
  const { id } = await client.uploadFile(await open('a.gif'), { name: 'a.gif', livePhotoVideo: await open('a.mov') })
  const large = Buffer.concat([Buffer.from(`GIF89a in parts by ${way}`), Buffer.alloc(60_000_000, 'abc')])
  await writeFile('c.gif', large)
  const { id: largeId } = await client.uploadFile(await open('c.gif'), { name: 'c.gif' })
  const { livePhotoVideoId } = await client.getAssetInfo(id)
  const details = { name: 'b.gif', sidecar: await open('a.xmp') }
  const refused = await client.uploadFile(new Blob(['GIF89a ', way]), details).catch((error) => error)
  const isSidecarRead = isProblem(refused, 'invalid_request') && refused.problem.errors[0].pointer === '/sidecarData'
  return [
    way,
    await sameAs(id, photo),
    await sameAs(livePhotoVideoId, video),
    await sameAs(largeId, large),
    isSidecarRead,
  ]
}

const ways = [await uploadBy(openAsBlob, 'openAsBlob')]
if (globalThis.Bun) ways.push(await uploadBy((path) => globalThis.Bun.file(path), 'Bun.file'))
process.stdout.write(JSON.stringify(ways))
