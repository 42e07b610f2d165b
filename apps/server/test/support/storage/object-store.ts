import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { openFileStore } from '../../../src/storage/derived-files.js'
import { openFolder } from '../../../src/storage/folder.js'

/** A real S3 server on loopback, with a bucket; it goes away with the test, or with the file. */
export interface ObjectStore {
  /** The environment of a service that uses it. */
  environment: Record<string, string>
  /** The environment of a service that also keeps originals there. */
  originals: Record<string, string>
  read(key: string): Promise<Buffer>
  exists(key: string): Promise<boolean>
  /** Returns the keys of all objects, in order. */
  list(): Promise<string[]>
  stop(): Promise<void>
  /** Starts again where it was, with what it held. */
  start(): Promise<void>
}

const BUCKET = 'library'
const FOLDER = 'derived/files'

export async function openObjectStore({
  atEnd = onTestFinished,
}: {
  atEnd?: (end: () => Promise<void>) => void
} = {}): Promise<ObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'media-library-s3-'))
  const run = async (port: number) => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    })
    return { server, ...(await server.run()) }
  }
  let running: Awaited<ReturnType<typeof run>> | null = await run(0)
  const { port } = running
  const environment = {
    DERIVED_STORAGE: `s3://${BUCKET}/${FOLDER}`,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const { open, close } = await openFileStore(readConfig(environment))
  const stop = async () => {
    await running?.server.close()
    running = null
  }
  atEnd(async () => {
    close()
    await stop()
    await rm(directory, { recursive: true })
  })
  const end = '._S3rver_object'
  return {
    environment,
    originals: { ...environment, ORIGINALS_STORAGE: `s3://${BUCKET}/originals` },
    read: async (key) => {
      const file = await open(key)
      if (!file) throw new Error(`there is no object ${key}`)
      return buffer(file.chunks({ start: 0, end: file.size - 1 }))
    },
    exists: async (key) => (await open(key)) !== null,
    list: async () => {
      const objects: string[] = []
      for await (const name of openFolder(join(directory, BUCKET)).list(''))
        if (name.endsWith(end)) objects.push(name.slice(0, -end.length))
      return objects.sort()
    },
    stop,
    start: async () => {
      running ??= await run(port)
    },
  }
}
