import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import { FileStorage } from '@flystorage/file-storage'
import type { BucketConfig } from '../config/bucket.js'
import type { Place, PlacedFile } from './place.js'

const CONNECT_MS = 5_000
const SILENCE_MS = 30_000

/** Every slow reader of a file holds one socket. */
const MAX_SOCKETS = 2_000

/** Other stores than Amazon's may support neither bucket host names nor new checksums. */
const elsewhere = { forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' } as const

/** Opens a bucket of an S3-compatible store. Files are staged in `staging`. An upload becomes visible when it is complete. */
export function openBucket(config: BucketConfig, staging: string): Place {
  const client = createClient(config)
  const { bucket, prefix } = config
  const files = new FileStorage(new AwsS3StorageAdapter(client, { bucket, prefix }))
  const stage = (key: string) => join(staging, basename(key))
  return {
    name: `s3://${[bucket, prefix].filter(Boolean).join('/')}`,
    files,
    stage,
    publish: async (staged, key, signal) => {
      const content = createReadStream(stage(staged))
      try {
        await files.write(key, content, signal && { abortSignal: signal })
      } finally {
        content.destroy()
      }
    },
    open: (key) => openObject(client, { Bucket: bucket, Key: [prefix, key].filter(Boolean).join('/') }),
    sign: (key, seconds, responseHeaders) =>
      files.temporaryUrl(key, { expiresAt: Date.now() + seconds * 1_000, responseHeaders }),
    close: () => client.destroy(),
  }
}

function createClient({ endpoint, region, credentials }: BucketConfig) {
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint, ...elsewhere }),
    ...(region === null ? {} : { region }),
    ...(credentials === null ? {} : { credentials }),
    requestHandler: {
      ...{ connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
      ...{ httpAgent: { maxSockets: MAX_SOCKETS }, httpsAgent: { maxSockets: MAX_SOCKETS } },
    },
  })
}

function isMissing(error: unknown) {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

/** Its parts are those of the object that was there when it was opened, or reading throws. */
async function openObject(client: S3Client, object: { Bucket: string; Key: string }): Promise<PlacedFile | null> {
  try {
    const {
      ContentLength: size = 0,
      LastModified: modifiedAt = new Date(0),
      ETag,
    } = await client.send(new HeadObjectCommand(object))
    const part = ({ start, end }: { start: number; end: number }) =>
      new GetObjectCommand({ ...object, Range: `bytes=${start}-${end}`, ...(ETag && { IfMatch: ETag }) })
    return {
      ...{ size, modifiedAt, locate: null },
      version: ETag?.replaceAll('"', '') ?? `${size.toString(36)}-${modifiedAt.getTime().toString(36)}`,
      chunks: (range) => readPart(client, part(range)),
      close: async () => {},
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function* readPart(client: S3Client, command: GetObjectCommand) {
  const { Body } = await client.send(command)
  yield* Body as Readable
}
