import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { answerProcess } from '../ask-process.js'

/**
 * The folder in which a store keeps its bucket. The store starts with the first question, and answers each with its address and the number
 * of its requests.
 */
export interface StoreQuestion {
  folder: string
  bucket: string
}

export interface StoreAnswer {
  endpoint: string
  requests: number
}

let requests = 0
let endpoint: Promise<string> | undefined

async function start({ folder, bucket }: StoreQuestion): Promise<string> {
  const store = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: bucket, configs: [] }] })
  await store.configureBuckets()
  const handle = store.callback()
  const server = createServer((request, response) => {
    requests += 1
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// The server of the store would keep the process alive.
process.once('disconnect', () => process.exit())

answerProcess<StoreQuestion>(async (question): Promise<StoreAnswer> => {
  endpoint ??= start(question)
  return { endpoint: await endpoint, requests }
})
