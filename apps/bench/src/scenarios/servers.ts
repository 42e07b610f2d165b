import { findPort, startNginx } from '../files/nginx.js'
import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import type { Scenario, Setting } from '../scenario.js'
import { type Side, type Sides, startOurs, toSide } from '../sides.js'
import { createAlbumRequests } from './create-album.js'
import { tagAssetsRequests } from './get-tag-assets.js'

/** Several servers behind nginx, beside one server behind the same nginx. All use one database. */
export const serverScenarios: Scenario[] = [2, 3].flatMap((count) => [
  servers(`servers-${count}-create-album-0`, count, (library) => createAlbumRequests(library, 0)),
  servers(`servers-${count}-create-album-100`, count, (library) => createAlbumRequests(library, 100)),
  servers(`servers-${count}-get-tag-assets-100`, count, (library) => tagAssetsRequests(library, 100)),
])

function servers(name: string, count: number, requests: (library: GeneratedLibrary) => Exchange): Scenario {
  return {
    name,
    unit: 'requests',
    aim: null,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      return prepareExchange(setting, library, {
        ...requests(library),
        startSides: () => startServers(library, setting, count),
      })
    },
  }
}

/** Starts the servers. The first one is also the floor, with all of the requests. */
async function startServers(library: GeneratedLibrary, setting: Setting, count: number): Promise<Sides> {
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    await Promise.all(started.map((process) => process.stop()))
  }
  try {
    const sides: Side[] = []
    for (let number = 0; number < count; number += 1) {
      const server = await startOurs(library, setting)
      started.push(server)
      sides.push(await toSide(server))
    }
    const first = sides[0] as Side
    const [port, floorPort] = [await findPort(), await findPort()]
    const nginx = await startNginx({
      folder: setting.folder,
      http: `${toProxy(port, sides)}\n${toProxy(floorPort, [first])}`,
      ports: [port, floorPort],
      signal: setting.signal,
    })
    started.push(nginx)
    const pids = sides.map(({ process }) => process.pid)
    return {
      ours: { ...first, url: `http://127.0.0.1:${port}`, pids },
      floor: { ...first, url: `http://127.0.0.1:${floorPort}` },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function toProxy(port: number, sides: Side[]) {
  const servers = sides.map(({ url }) => `server ${new URL(url).host};`)
  return `
    upstream servers_at_${port} { ${servers.join(' ')} keepalive 16; }
    server {
      listen 127.0.0.1:${port};
      client_max_body_size 20m;
      location / {
        proxy_pass http://servers_at_${port};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
      }
    }`
}
