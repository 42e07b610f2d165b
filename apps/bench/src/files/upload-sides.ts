import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeneratedLibrary } from '../generated-library.js'
import type { Setting } from '../scenario.js'
import { type Sides, startOurs, toSide } from '../sides.js'
import { type RunningProcess, startProcess } from '../start-process.js'
import { findPort, startNginx } from './nginx.js'

/**
 * Starts our server beside an nginx that stores the bodies of PUT beneath `/put/` in the same folder, and a process that then hashes them.
 * Neither syncs them to the disk.
 */
export async function startUploadSides(library: GeneratedLibrary, setting: Setting): Promise<Sides> {
  const hasher = await startPartServer(library, setting)
  const location = `
    client_body_in_file_only on;
    client_body_temp_path ${toPutFolder(library)};
    proxy_pass_request_body off;
    proxy_set_header Content-Length "";
    proxy_set_header X-File $request_body_file;
    proxy_pass ${hasher.greeting[1]};`
  try {
    const sides = await startBesideNginx(library, setting, { location, start: () => startOurs(library, setting) })
    const { ours, floor } = sides
    return {
      ours,
      floor: { ...floor, pids: [floor.process.pid, hasher.pid] },
      stop: async () => {
        await Promise.all([sides.stop(), hasher.stop()])
      },
    }
  } catch (error) {
    await hasher.stop()
    throw error
  }
}

/**
 * Starts a minimal server on Node that accepts a file, beside an nginx that stores the bodies of PUT beneath `/put/`.
 */
export function startPartSides(library: GeneratedLibrary, setting: Setting): Promise<Sides> {
  return startBesideNginx(library, setting, {
    location: 'dav_methods PUT;',
    start: () => startPartServer(library, setting),
  })
}

function startPartServer(library: GeneratedLibrary, { signal }: Setting): Promise<RunningProcess> {
  return startProcess({
    module: new URL('../programs/part-server.js', import.meta.url).href,
    env: { PUT_FOLDER: toPutFolder(library) },
    ready: /Address +(http\S+)/,
    signal,
  })
}

async function startBesideNginx(
  library: GeneratedLibrary,
  setting: Setting,
  { location, start }: { location: string; start: () => Promise<RunningProcess> },
): Promise<Sides> {
  await mkdir(toPutFolder(library), { recursive: true })
  const ours = await start()
  try {
    const port = await findPort()
    const nginx = await startNginx({
      folder: setting.folder,
      http: `
        server {
          listen 127.0.0.1:${port};
          root ${library.env.DATA_DIR};
          location /put/ { client_max_body_size 0; ${location} }
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

/**
 * Removes the files that both sides have stored. The assets are removed with their library; other scenarios expect only those of the bench.
 */
export async function removeUploads(library: GeneratedLibrary): Promise<void> {
  await library.pool.query("DELETE FROM library WHERE name = 'Uploads'")
  await rm(join(library.env.DATA_DIR, 'upload'), { recursive: true, force: true })
  await rm(toPutFolder(library), { recursive: true, force: true })
  await mkdir(toPutFolder(library), { recursive: true })
}

function toPutFolder({ env }: GeneratedLibrary) {
  return join(env.DATA_DIR, 'put')
}
