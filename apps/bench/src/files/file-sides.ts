import type { GeneratedLibrary } from '../generated-library.js'
import type { Setting } from '../scenario.js'
import { type Sides, startOurs, toSide } from '../sides.js'
import { findPort, startNginx } from './nginx.js'
import type { StoredFiles } from './stored-files.js'

/** The headers that nginx sets itself, or whose values differ in each answer. */
const ownHeaders = new Set(
  'accept-ranges connection content-length content-type date etag keep-alive last-modified ratelimit ratelimit-policy x-request-id'.split(
    ' ',
  ),
)

/**
 * Our server beside an nginx that sends the same files from their folder, with the same headers. With `isProxied`, requests reach
 * our server through that nginx, which sends the files that the server names.
 */
export async function startFileSides(
  library: GeneratedLibrary,
  setting: Setting,
  { paths, isProxied }: Pick<StoredFiles, 'paths'> & { isProxied: boolean },
): Promise<Sides> {
  const ours = await startOurs(library, setting, isProxied ? { SEND_FILES: 'x-accel-redirect' } : {})
  try {
    const url = ours.greeting[1] as string
    const headers = await readHeaders(url + paths[0], library.apiKey)
    const [port, proxyPort] = [await findPort(), await findPort()]
    const nginx = await startNginx({
      folder: setting.folder,
      http: toServers({ root: library.env.DATA_DIR, headers, port, proxyPort, upstream: new URL(url).host }),
      ports: [port, proxyPort],
      signal: setting.signal,
    })
    const [ourSide, floor] = [await toSide(ours), await toSide(nginx, `http://127.0.0.1:${port}`)]
    return {
      ours: isProxied ? { ...ourSide, url: `http://127.0.0.1:${proxyPort}` } : ourSide,
      floor,
      stop: async () => {
        await Promise.all([ours.stop(), nginx.stop()])
      },
    }
  } catch (error) {
    await ours.stop()
    throw error
  }
}

async function readHeaders(url: string, apiKey: string): Promise<[name: string, value: string][]> {
  const answer = await fetch(url, { headers: { 'x-api-key': apiKey } })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The server answers ${answer.status} to ${url}.`)
  return [...answer.headers].filter(([name]) => !ownHeaders.has(name) && !name.startsWith('x-accel'))
}

interface Servers {
  root: string
  headers: [name: string, value: string][]
  port: number
  proxyPort: number
  /** The host and port of our server. */
  upstream: string
}

/** Returns the configuration of the floor, and of the proxy that docs/operate/running.md describes. */
function toServers({ root, headers, port, proxyPort, upstream }: Servers) {
  const headerLines = headers.map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
  return `
    server {
      listen 127.0.0.1:${port};
      root ${root};
      ${headerLines.join('\n')}
      add_header X-Request-Id $request_id;
    }
    upstream media_library { server ${upstream}; keepalive 16; }
    server {
      listen 127.0.0.1:${proxyPort};
      location / {
        proxy_pass http://media_library;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
      }
      location /media-library-files/ {
        internal;
        disable_symlinks on;
        add_header X-Content-Type-Options nosniff always;
        add_header Content-Security-Policy "sandbox; default-src 'none'" always;
        location /media-library-files${root}/ { internal; alias ${root}/; }
      }
    }`
}
