import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeneratedLibrary } from '../generated-library.js'
import type { Setting } from '../scenario.js'
import { type Sides, startOurs, toSide } from '../sides.js'
import { type RunningProcess, startProcess } from '../start-process.js'
import { findPort, startNginx } from './nginx.js'

/** Our server beside an nginx that stores what is put beneath `/put/` in the same folder. nginx does not sync it to the disk. */
export function startUploadSides(library: GeneratedLibrary, setting: Setting): Promise<Sides> {
  return startBesideNginx(library, setting, () => startOurs(library, setting))
}

/** The same beside the least server of Node that takes a file. */
export function startPartSides(library: GeneratedLibrary, setting: Setting): Promise<Sides> {
  return startBesideNginx(library, setting, () =>
    startProcess({
      module: new URL('../programs/part-server.js', import.meta.url).href,
      env: { PUT_FOLDER: putFolderOf(library) },
      ready: /Address +(http\S+)/,
      signal: setting.signal,
    }),
  )
}

async function startBesideNginx(
  library: GeneratedLibrary,
  setting: Setting,
  start: () => Promise<RunningProcess>,
): Promise<Sides> {
  await mkdir(putFolderOf(library), { recursive: true })
  const ours = await start()
  try {
    const port = await findPort()
    const nginx = await startNginx({
      folder: setting.folder,
      http: `
        server {
          listen 127.0.0.1:${port};
          root ${library.env.DATA_DIR};
          location /put/ { dav_methods PUT; client_max_body_size 0; }
        }`,
      ports: [port],
      signal: setting.signal,
    })
    return {
      ours: await toSide(ours),
      floor: await toSide(nginx, `http://127.0.0.1:${port}`),
      stop: async () => {
        await Promise.all([ours.stop(), nginx.stop()])
      },
    }
  } catch (error) {
    await ours.stop()
    throw error
  }
}

/** Removes what both sides have stored. */
export async function removeUploads(library: GeneratedLibrary): Promise<void> {
  await library.pool.query('DELETE FROM asset WHERE uploaded_bytes IS NOT NULL')
  await rm(join(library.env.DATA_DIR, 'upload'), { recursive: true, force: true })
  await rm(putFolderOf(library), { recursive: true, force: true })
  await mkdir(putFolderOf(library), { recursive: true })
}

function putFolderOf({ env }: GeneratedLibrary) {
  return join(env.DATA_DIR, 'put')
}
