import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import type { Contest, Scenario, Setting } from '../scenario.js'
import { type Sides, startOurs, toSide } from '../sides.js'
import { createAlbumRequests } from './create-album.js'
import { newJobsRequests } from './run-asset-jobs.js'

type Requests = (library: GeneratedLibrary) => Exchange

const albums: Requests = (library) => createAlbumRequests(library, 100)
const jobs: Requests = (library) => newJobsRequests(library, 100)

/** The cost of events for writes: the service beside itself without events. */
export const eventScenarios: Scenario[] = [
  events('events-of-albums', albums, false),
  events('events-of-albums-to-listener', albums, true),
  events('events-of-jobs', jobs, false),
  events('events-of-jobs-to-listener', jobs, true),
]

/** Creates a scenario. With `isHeard`, a client listens to the events while they are measured. */
function events(name: string, requests: Requests, isHeard: boolean): Scenario {
  return {
    name,
    unit: 'requests',
    aim: null,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      const sides = await startTwice(library, setting)
      const contest = await prepareExchange(setting, library, { ...requests(library), startSides: async () => sides })
      return withAndWithout(library, contest, isHeard ? `${sides.ours.url}/api/events` : null)
    },
  }
}

/** Starts one server for both sides. The triggers of its database decide which side it is. */
async function startTwice(library: GeneratedLibrary, setting: Setting): Promise<Sides> {
  const server = await startOurs(library, setting)
  return { ours: await toSide(server), floor: await toSide(server), stop: () => server.stop() }
}

function withAndWithout(library: GeneratedLibrary, contest: Contest, listenAt: string | null): Contest {
  return {
    ours: async () => {
      await switchEvents(library, 'ENABLE')
      const stop = listenAt === null ? () => {} : await listen(listenAt, library)
      return contest.ours().finally(stop)
    },
    floor: async () => {
      await switchEvents(library, 'DISABLE')
      return contest.floor()
    },
    close: async () => {
      await switchEvents(library, 'ENABLE')
      await contest.close()
    },
  }
}

/** Switches the triggers that record events of albums and jobs. */
async function switchEvents({ pool }: GeneratedLibrary, state: 'ENABLE' | 'DISABLE') {
  await pool.query(`
    ALTER TABLE album ${state} TRIGGER record_album_created;
    ALTER TABLE album_user ${state} TRIGGER record_album_shared;
    ALTER TABLE asset_job ${state} TRIGGER record_job_finished`)
}

/** Listens to events until the returned function is called. */
async function listen(url: string, { apiKey }: GeneratedLibrary): Promise<() => void> {
  const end = new AbortController()
  const { ok, status, body } = await fetch(url, { headers: { 'x-api-key': apiKey }, signal: end.signal })
  if (!ok || !body) throw new Error(`The server answers ${status} to ${url}.`)
  void readAll(body).catch(() => {})
  return () => end.abort()
}

async function readAll(body: ReadableStream<Uint8Array>) {
  for await (const chunk of body) if (chunk.length === 0) return
}
