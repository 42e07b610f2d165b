import { createReadStream } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { BucketConfig } from '../../config/places.js'
import type { Measures } from '../../measures.js'
import { missingObject } from '../fault.js'
import type { Bucket, StoredObject } from '../file-store.js'
import { readInTime } from '../read-in-time.js'
import { createTally, noting, requireKept, type Tally } from './kept-object.js'
import { measureRequests } from './measure-requests.js'

const CONNECT_MS = 5_000
const SILENCE_MS = 30_000

/** The number of sockets. Every slow reader of a file holds one. */
const MAX_SOCKETS = 2_000

/** The parts of a file that are in memory while it is written: their bytes, and their number. */
const PART = { bytes: 8 * 1024 * 1024, atOnce: 2 }

/** The settings that other stores than Amazon's need: they may support neither bucket host names nor new checksums. */
const elsewhere = { forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' } as const

/** The media types of derived files by their extensions. */
const mediaTypes: Record<string, string> = {
  '.jpeg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
}

/** Opens a bucket of an S3-compatible store. Files are staged in `staging`. An upload becomes visible when it is complete. */
export function openBucket(config: BucketConfig, staging: string, measures: Measures | null = null): Bucket {
  const client = createClient(config)
  if (measures) measureRequests(client, measures)
  const { bucket, prefix } = config
  const stage = (key: string) => join(staging, basename(key))
  const toObject = (key: string) => ({ Bucket: bucket, Key: [prefix, key].filter(Boolean).join('/') })
  const abandon = async (key: string) => {
    const { Bucket, Key } = toObject(key)
    const uploads = client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
    const { Uploads = [] } = await uploads.catch((error) => {
      // Some stores cannot list them, and end them by a rule of the bucket.
      if (error.name === 'NotImplemented') return { Uploads: [] }
      throw error
    })
    for (const { Key: found, UploadId } of Uploads)
      if (found === Key) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }
  const write: Bucket['write'] = async (key, content, { type, facts, signal } = {}) => {
    signal?.throwIfAborted()
    const sent = createTally(PART.bytes)
    const params = {
      ...toObject(key),
      Body: noted(content, sent),
      ContentType: type ?? mediaTypes[extname(key)],
      ...(facts && { Metadata: facts }),
    }
    const upload = new Upload({ client, params, partSize: PART.bytes, queueSize: PART.atOnce })
    const abort = () => void upload.abort()
    signal?.addEventListener('abort', abort)
    await upload.done().finally(() => signal?.removeEventListener('abort', abort))
    // A lost answer has the upload begun twice.
    if (upload.uploadId !== undefined) await abandon(key)
    await requireKept({ open: () => openObject(client, toObject(key), signal), sent, partBytes: PART.bytes })
  }
  const pages = async function* (folder: string) {
    const { Bucket, Key } = toObject(folder)
    const before = prefix && `${prefix}/`
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: Key && `${Key}/` }))
      yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(before.length))
  }
  return {
    name: `s3://${[bucket, prefix].filter(Boolean).join('/')}`,
    stage,
    write,
    publish: async (staged, key, signal) => {
      const content = createReadStream(stage(staged))
      await write(key, content, { signal }).finally(() => content.destroy())
    },
    remove: async (key, signal) => {
      await client.send(new DeleteObjectCommand(toObject(key)), signal && { abortSignal: signal })
    },
    abandon,
    removeAll: async (folder) => {
      for await (const keys of pages(folder)) {
        // Not every store can delete many objects by one request.
        await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand(toObject(key)))))
      }
    },
    list: async function* (folder) {
      for await (const keys of pages(folder)) yield* keys
    },
    readSize: async (key) => (await openObject(client, toObject(key)))?.size ?? null,
    open: (key, signal) => openObject(client, toObject(key), signal),
    sign: (key, seconds, headers) => {
      const answer = {
        ResponseCacheControl: headers['Cache-Control'],
        ResponseContentDisposition: headers['Content-Disposition'],
        ResponseContentType: headers['Content-Type'],
      }
      return getSignedUrl(client, new GetObjectCommand({ ...toObject(key), ...answer }), { expiresIn: seconds })
    },
    close: () => client.destroy(),
  }
}

/** Counts and hashes a content, at once or while it is read. */
function noted(content: Readable | Buffer | string, tally: Tally) {
  if (content instanceof Readable) return pipeline(content, noting(tally), () => {})
  const bytes = Buffer.from(content)
  tally.note(bytes)
  return bytes
}

function createClient({ endpoint, region, credentials }: BucketConfig) {
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint, ...elsewhere }),
    ...(region === null ? {} : { region }),
    ...(credentials === null ? {} : { credentials }),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  })
}

function isMissing(error: unknown) {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

/** Reads an object in parts. They are those of the object that was there when it was opened, or reading throws. */
async function openObject(
  client: S3Client,
  object: { Bucket: string; Key: string },
  abortSignal?: AbortSignal,
): Promise<StoredObject | null> {
  const options = abortSignal && { abortSignal }
  try {
    const {
      ContentLength: size = 0,
      LastModified: modifiedAt = new Date(0),
      ContentType: type = 'application/octet-stream',
      Metadata: facts = {},
      ETag,
    } = await client.send(new HeadObjectCommand(object), options)
    const part = ({ start, end }: { start: number; end: number }) =>
      new GetObjectCommand({ ...object, Range: `bytes=${start}-${end}`, ...(ETag && { IfMatch: ETag }) })
    return {
      size,
      modifiedAt,
      type,
      facts,
      locate: null,
      version: ETag?.replaceAll('"', '') ?? `${size.toString(36)}-${modifiedAt.getTime().toString(36)}`,
      chunks: (range) => readPart(client, part(range), range.end + 1 - range.start, options),
      close: async () => {},
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function* readPart(
  client: S3Client,
  command: GetObjectCommand,
  bytes: number,
  options?: { abortSignal: AbortSignal },
) {
  const { Body } = await client.send(command, options).catch((error) => {
    throw isMissing(error) ? missingObject() : error
  })
  const stream = Body as Readable
  let left = bytes
  for await (const chunk of readInTime<Buffer>(stream, { silenceMs: SILENCE_MS, stop: () => stream.destroy() })) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw new Error(`the store sent other than the ${bytes} bytes that it was asked for`)
}
