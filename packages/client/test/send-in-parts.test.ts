import { expect, test } from 'vitest'
import { createClient } from '../src/index.js'
import { refuse, type Step, startScriptedServer } from './support/scripted-server.js'

const stored = { id: '0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70', duplicate: false }
const result = { 'upload-result': JSON.stringify(stored) }
const created = { location: 'upload/7' }
const hangUp: Step = (response) => response.destroy()

/** Creates a file of that many megabytes. */
function megabytes(count: number) {
  return new File([new Uint8Array(count * 1_000_000)], 'Fête.mov', { lastModified: 1_700_000_000_000 })
}

async function start(...steps: Step[]) {
  const { url, seen } = await startScriptedServer(...steps)
  const requests = () =>
    seen.map(({ method, url: path, headers, body }) => [method, path, headers['upload-offset'], body.length])
  return { client: createClient({ baseUrl: url, apiKey: 'mlk_1' }), seen, requests }
}

test('a large file is sent in parts that proxies let through, with what is told of it', async () => {
  const { client, seen, requests } = await start(
    [201, { ...created, 'upload-offset': '0' }],
    [204, { 'upload-offset': '50000000' }],
    [204, { 'upload-offset': '60000000', ...result }],
  )
  const told: number[] = []

  const onProgress = ({ sent, total }: { sent: number; total: number }) => told.push(sent / total)
  const uploaded = await client.uploadFile(megabytes(60), { checksum: 'c2hhMQ==', isFavorite: true }, { onProgress })

  expect(uploaded).toEqual(stored)
  expect(requests()).toEqual([
    ['POST', '/api/upload', undefined, 0],
    ['PATCH', '/api/upload/7', '0', 50_000_000],
    ['PATCH', '/api/upload/7', '50000000', 10_000_000],
  ])
  const metadata = String(seen[0]?.headers['upload-metadata']).split(',')
  const facts = metadata.map((pair) => pair.split(' ')).map(([name, value = '']) => [name, atob(value)])
  expect(Object.fromEntries(facts)).toMatchObject({ checksum: 'c2hhMQ==', isFavorite: 'true' })
  expect(metadata).toContain(`filename ${Buffer.from('Fête.mov').toString('base64')}`)
  expect(seen[0]?.headers).toMatchObject({ 'upload-length': '60000000', 'x-api-key': 'mlk_1' })
  expect([told.at(0), told.at(-1), told.every((part, index) => part >= (told[index - 1] ?? 0))]).toEqual([0, 1, true])
})

test('an upload that another request holds is asked for again', async () => {
  const busy = refuse(409, 'still_running', { 'retry-after': '0' })
  const { client, requests } = await start(busy, [201, created], busy, [
    204,
    { 'upload-offset': '21000000', ...result },
  ])

  expect(await client.uploadFile(megabytes(21))).toEqual(stored)

  expect(requests()).toEqual([
    ['POST', '/api/upload', undefined, 0],
    ['POST', '/api/upload', undefined, 0],
    ['PATCH', '/api/upload/7', '0', 21_000_000],
    ['PATCH', '/api/upload/7', '0', 21_000_000],
  ])
})

test('what was cut off goes on where it stopped', async () => {
  const { client, requests } = await start(
    [201, created],
    hangUp,
    refuse(409, 'wrong_offset'),
    [200, { 'upload-offset': '4000000' }],
    [204, { 'upload-offset': '21000000', ...result }],
  )

  expect(await client.uploadFile(megabytes(21))).toEqual(stored)

  expect(requests().slice(-2)).toEqual([
    ['HEAD', '/api/upload/7', undefined, 0],
    ['PATCH', '/api/upload/7', '4000000', 17_000_000],
  ])
})

test('what was stored before its answer was lost is not sent again', async () => {
  const { client, requests } = await start([201, created], hangUp, refuse(409, 'wrong_offset'), [
    200,
    { 'upload-offset': '21000000', ...result },
  ])

  expect(await client.uploadFile(megabytes(21))).toEqual(stored)

  expect(requests().map(([method]) => method)).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD'])
})

test('a content that the caller has is not sent', async () => {
  const { client, requests } = await start([
    201,
    { ...created, 'upload-result': JSON.stringify({ ...stored, duplicate: true }) },
  ])

  expect(await client.uploadFile(megabytes(21))).toEqual({ ...stored, duplicate: true })

  expect(requests()).toHaveLength(1)
})

test('a refusal is the problem of the service, and is not repeated', async () => {
  const { client, requests } = await start([201, created], refuse(415, 'not_media'))

  await expect(client.uploadFile(megabytes(21))).rejects.toMatchObject({ code: 'not_media' })

  expect(requests()).toHaveLength(2)
})

test('a service that takes no parts gets a form, and so do small files and those with a side-car', async () => {
  const { client, requests } = await start([404, {}], [201, {}, stored])

  const large = await client.uploadFile(megabytes(21))
  await client.uploadFile(megabytes(1))
  await client.uploadFile(megabytes(21), { sidecar: new Blob(['<xmp/>']) })

  expect(large).toEqual(stored)
  expect(requests().map(([method, path]) => `${method} ${path}`)).toEqual([
    'POST /api/upload',
    ...Array(3).fill('POST /api/asset/upload'),
  ])
})
