import type { Environment } from './environment.js'

/** A bucket of a store that speaks S3. */
export interface BucketConfig {
  bucket: string
  /** The folder in the bucket, without slashes at its ends; may be empty. */
  prefix: string
  /** null: Amazon's endpoint for the region. */
  endpoint: string | null
  /** null: the region in the machine's AWS configuration. */
  region: string | null
  /** null: the credentials in the machine's AWS configuration, or its role. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
}

type Variables = Partial<Environment>

const pair = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

/** Reads where derived files go, or lists the faults; null without DERIVED_STORAGE. */
export function readBucketConfig(variables: Variables): { bucket: BucketConfig | null; faults: string[] } {
  const { DERIVED_STORAGE: place, S3_ENDPOINT: endpoint = null, AWS_REGION: region } = variables
  if (!place) return { bucket: null, faults: [] }
  const missing = pair.filter((name) => !variables[name])
  if (missing.length === 1) return { bucket: null, faults: [`${missing[0]}: is needed when its pair is set`] }
  const [bucket = '', ...folders] = place.slice('s3://'.length).split('/')
  return {
    bucket: {
      bucket,
      prefix: folders.filter(Boolean).join('/'),
      endpoint,
      region: region ?? (endpoint === null ? null : 'us-east-1'),
      credentials: readCredentials(variables),
    },
    faults: [],
  }
}

function readCredentials(variables: Variables): BucketConfig['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = variables
  if (!accessKeyId || !secretAccessKey) return null
  return { accessKeyId, secretAccessKey, ...(token ? { sessionToken: token } : {}) }
}
