import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from './environment.js'

/** An S3-compatible store. */
export interface StoreConfig {
  /** The endpoint; null for Amazon's endpoint of the region. */
  endpoint: string | null
  /** The region; null for that of the machine's AWS configuration. */
  region: string | null
  /** The credentials; null for those or the role of the machine's AWS configuration. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
}

/** A bucket of a store. */
export interface BucketConfig extends StoreConfig {
  bucket: string
  /** The folder in the bucket, without a leading or trailing slash; may be empty. */
  prefix: string
}

type Variables = Partial<Environment>

const pair = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

/** Reads the store, and the buckets of DERIVED_STORAGE and ORIGINALS_STORAGE, if there are any, or lists the faults. */
export function readStoreConfig(variables: Variables): {
  store: StoreConfig
  derived: BucketConfig | null
  originals: BucketConfig | null
  faults: string[]
} {
  const { DERIVED_STORAGE: derived, ORIGINALS_STORAGE: originals } = variables
  const { S3_ENDPOINT: endpoint = null, AWS_REGION: region } = variables
  const missing = derived || originals ? pair.filter((name) => !variables[name]) : []
  const faults = missing.length === 1 ? [`${missing[0]}: is required when the other key variable is set`] : []
  const store = {
    endpoint,
    region: region ?? (endpoint === null ? null : 'us-east-1'),
    credentials: readCredentials(variables),
  }
  const toBucket = (place: string | undefined) => (place ? { ...splitPlace(place), ...store } : null)
  return { store, derived: toBucket(derived), originals: toBucket(originals), faults }
}

/** Splits `s3://bucket/folder`. */
function splitPlace(place: string): { bucket: string; prefix: string } {
  const [bucket = '', ...folders] = place.slice('s3://'.length).split('/')
  return { bucket, prefix: folders.filter(Boolean).join('/') }
}

function readCredentials(variables: Variables): StoreConfig['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = variables
  if (!accessKeyId || !secretAccessKey) return null
  return { accessKeyId, secretAccessKey, ...(token ? { sessionToken: token } : {}) }
}

/** The root of the repository, in a clone. The path is the same from `src` and from `dist`. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Whether the program runs from a clone of the repository rather than an installed package. */
export const isClone = existsSync(join(root, 'pnpm-workspace.yaml'))

/** Returns `given`, or else the folder `data` of the clone or of the current folder. */
export function findDataDir(path: string | undefined, cwd = process.cwd()): string {
  if (path !== undefined) return resolve(cwd, path)
  return join(isClone && isWithin(root, cwd) ? root : cwd, 'data')
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}
