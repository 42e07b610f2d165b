import type { Config } from '../../../config/config.js'

/** Beneath this path nginx has the files, for itself alone. */
const INTERNAL_PATH = '/media-library-files'

/** What tells a proxy in front to send a file of this machine; null when the service sends it. */
export function proxyHeadersOf(path: string | null, by: Config['sending']['folders']): Record<string, string> | null {
  if (path === null || by === 'stream') return null
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return by === 'x-sendfile' ? { 'X-Sendfile': encoded } : { 'X-Accel-Redirect': INTERNAL_PATH + encoded }
}
