import type { Config } from '../../config/config.js'

/**
 * The page runs and loads nothing but what the service itself sends. Only where the bucket's store sends pictures and videos,
 * these may come from there.
 */
export function webPolicy({ bucket, sending }: Pick<Config, 'bucket' | 'sending'>): string {
  const store = bucket && sending.bucket === 'redirect' ? [storeOf(bucket.endpoint)] : []
  const media = ["'self'", ...store].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media} data:`,
    `media-src ${media}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

function storeOf(endpoint: string | null) {
  return endpoint === null ? 'https://*.amazonaws.com' : new URL(endpoint).origin
}
