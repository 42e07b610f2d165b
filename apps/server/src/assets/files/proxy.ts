import type { Config } from '../../config/config.js'
import type { PlacedFile } from '../../storage/file-store.js'

/** Beneath this path nginx has the files, for itself alone. */
const INTERNAL_PATH = '/media-library-files'

/** The headers that tell a proxy in front to send a file of this machine; null when the service sends it. */
export async function proxyHeadersOf(
  { locate }: Pick<PlacedFile, 'locate'>,
  by: Config['sending']['folders'],
): Promise<Record<string, string> | null> {
  if (locate === null || by === 'stream') return null
  const encoded = (await locate()).split('/').map(encodeURIComponent).join('/')
  return by === 'x-sendfile' ? { 'X-Sendfile': encoded } : { 'X-Accel-Redirect': INTERNAL_PATH + encoded }
}
