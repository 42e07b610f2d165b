import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { AwsS3StorageAdapter } from '@flystorage/aws-s3'
import { FileStorage } from '@flystorage/file-storage'
import type { BucketConfig } from '../config/bucket.js'
import type { Place } from './place.js'

const CONNECT_MS = 5_000
const SILENCE_MS = 30_000

/** Stores other than Amazon's may support neither host names of buckets nor new checksums. */
const elsewhere = { forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' } as const

/** A bucket of a store that speaks S3. Files are made in `staging` first; an upload is seen once it is whole. */
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
    close: () => client.destroy(),
  }
}

function createClient({ endpoint, region, credentials }: BucketConfig) {
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint, ...elsewhere }),
    ...(region === null ? {} : { region }),
    ...(credentials === null ? {} : { credentials }),
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  })
}
