import { startAsking } from './ask-process.js'
import type { GeneratedLibrary } from './generated-library.js'
import type { LoadAnswer, LoadQuestion } from './programs/load.js'
import type { UploadQuestion } from './programs/upload.js'
import type { Contest, Measurement, Setting } from './scenario.js'
import { type Side, type Sides, startSides } from './sides.js'
import { readCpuMs, readDatabaseCpuMs, readMemory } from './usage.js'

const CONNECTIONS = 10
/**
 * The time limit of a load. The floor needs a minute for the whole list of a large library on an idle machine, and far more on a busy one.
 */
const LIMIT_MS = 900_000

/** The requests to both sides, and a function that undoes their effects. */
export interface Exchange {
  method: LoadQuestion['method']
  status: number
  paths: string[]
  /** The paths of the floor, if they differ. */
  floorPaths?: string[]
  bodies?: string[]
  headers?: Record<string, string>
  /** The number of connections; 10 by default. */
  connections?: number
  /** The number of requests after which they would repeat, and do less work. */
  distinct?: number
  /** Reads headers that have to be requested from our server, at this URL, before the measurement. */
  askFirst?(url: string): Promise<Record<string, string>>
  /** Undoes the effects of earlier requests. */
  reset?(): Promise<void>
  /** The size of the files to upload in place of `bodies`, as forms. A floor with other paths accepts the plain content. */
  upload?: { bytes: number }
  /** Counts the requests of our side to an object store. */
  countAtStore?(): Promise<number>
  /** Starts both sides; by default, our server and the floor. */
  startSides?(): Promise<Sides>
}

/** Measures our server and the floor in turn. Each runs in its own process during the whole scenario. */
export async function prepareExchange(
  setting: Setting,
  library: GeneratedLibrary,
  exchange: Exchange,
): Promise<Contest> {
  const { signal, quick } = setting
  const {
    connections = CONNECTIONS,
    distinct = Number.POSITIVE_INFINITY,
    bodies = [],
    askFirst,
    reset,
    countAtStore = async () => null,
    startSides: start = () => startSides(library, setting),
    floorPaths,
    upload,
    ...request
  } = exchange
  const seconds = quick ? 1 : 2
  const warmUpSeconds = quick ? 0.7 : 1.5
  const headers: Record<string, string> = {
    'x-api-key': library.apiKey,
    accept: 'application/json',
    ...(bodies.length > 0 && { 'content-type': 'application/json' }),
    ...request.headers,
  }

  const sides = await start()
  const program = upload ? './programs/upload.js' : './programs/load.js'
  const load = startAsking(new URL(program, import.meta.url), signal)

  const drive = async (side: Side, duration: number): Promise<LoadAnswer> => {
    const amount = Math.max(connections, Math.min(distinct, Math.round(side.rate * duration)))
    const question: LoadQuestion & Partial<UploadQuestion> = {
      ...request,
      ...(upload && { bytes: upload.bytes, isForm: !(floorPaths && side === sides.floor) }),
      ...(side === sides.floor && floorPaths && { paths: floorPaths }),
      url: side.url,
      headers,
      bodies,
      connections,
      amount,
      limitMs: LIMIT_MS,
    }
    const answer = await Promise.race([load.ask<LoadAnswer>(question), side.process.ended])
    side.rate = answer.perSecond
    return answer
  }

  const warmUp = async (side: Side) => {
    for (let driven = 0; driven < warmUpSeconds; ) {
      await reset?.()
      const { requests, perSecond } = await drive(side, warmUpSeconds / 2)
      driven += requests / perSecond
    }
  }

  const measure = async (side: Side): Promise<Measurement> => {
    const usage = async () => ({
      server: await readCpuMs(side.process.pid),
      database: await readDatabaseCpuMs(library.env.DATA_DIR),
      store: await countAtStore(),
    })
    await reset?.()
    const before = await usage()
    const { perSecond, requests, p50, p99 } = await drive(side, seconds)
    const after = await usage()
    const peak = (await readMemory(side.process.pid))?.peak ?? null
    return {
      rate: perSecond,
      exchange: {
        p50,
        p99,
        serverCpu: difference(after.server, before.server, requests),
        databaseCpu: difference(after.database, before.database, requests),
        peakRssMb: difference(peak, side.idleMb),
        storeRequests: side === sides.ours ? difference(after.store, before.store, requests) : null,
      },
    }
  }

  const close = async () => {
    load.close()
    await sides.stop()
    await reset?.()
  }
  try {
    Object.assign(headers, await askFirst?.(sides.ours.url))
    for (const side of [sides.ours, sides.floor]) await warmUp(side)
    return { ours: () => measure(sides.ours), floor: () => measure(sides.floor), close }
  } catch (error) {
    await close()
    throw error
  }
}

function difference(after: number | null, before: number | null, share = 1) {
  return after === null || before === null ? null : (after - before) / share
}
