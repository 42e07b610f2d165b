import { join } from 'node:path'
import type { GeneratedLibrary } from './generated-library.js'
import type { Setting } from './scenario.js'
import { type RunningProcess, startProcess } from './start-process.js'
import { readMemory } from './usage.js'

/** A server under load. */
export interface Side {
  process: RunningProcess
  url: string
  idleMb: number | null
  /** Requests per second in the last measurement. */
  rate: number
}

/** Our server and the floor, each in its own process, on the same library. */
export interface Sides {
  ours: Side
  floor: Side
  stop(): Promise<void>
}

export function startSides(library: GeneratedLibrary, setting: Setting): Promise<Sides> {
  return startBoth(
    () => startOurs(library, setting),
    () => startFloor(library, setting),
  )
}

/** Starts two servers. The second one takes the place of the floor. */
export async function startBoth(
  start: () => Promise<RunningProcess>,
  startOther: () => Promise<RunningProcess>,
): Promise<Sides> {
  const ours = await start()
  try {
    const floor = await startOther()
    return {
      ours: await toSide(ours),
      floor: await toSide(floor),
      stop: async () => {
        await Promise.all([ours.stop(), floor.stop()])
      },
    }
  } catch (error) {
    await ours.stop()
    throw error
  }
}

/** Starts our server alone, in place of both sides. */
export async function startAlone(library: GeneratedLibrary, setting: Setting): Promise<Sides> {
  const server = await startOurs(library, setting)
  const ours = await toSide(server)
  return { ours, floor: ours, stop: () => server.stop() }
}

/**
 * The settings without limits that refuse requests on a busy machine, because the bench counts work, not refusals; the service also stops
 * at once.
 */
const patience = {
  RATE_LIMIT: '10000000',
  DATABASE_WAIT_SECONDS: '60',
  DATABASE_STATEMENT_SECONDS: '60',
  DRAIN_SECONDS: '0',
}

/** Starts the service as in production: with its defaults, and its log in a file. Only `patience` differs. */
export function startOurs(
  { env }: GeneratedLibrary,
  { folder, signal }: Setting,
  more: Record<string, string> = {},
): Promise<RunningProcess> {
  return startProcess({
    module: import.meta.resolve('@media-library/server/main'),
    args: ['serve', '--no-worker'],
    env: { ...env, PORT: '0', ...patience, ...more },
    ready: /Address +(http\S+)/,
    log: join(folder, 'server.log'),
    signal,
  })
}

function startFloor({ env }: GeneratedLibrary, { folder, signal }: Setting): Promise<RunningProcess> {
  return startProcess({
    module: new URL('./programs/floor-server.js', import.meta.url).href,
    env,
    ready: /Address +(http\S+)/,
    log: join(folder, 'floor.log'),
    signal,
  })
}

/** Returns a server that has just started. */
async function toSide(process: RunningProcess): Promise<Side> {
  return {
    process,
    url: process.greeting[1] as string,
    idleMb: (await readMemory(process.pid))?.now ?? null,
    rate: 0,
  }
}
