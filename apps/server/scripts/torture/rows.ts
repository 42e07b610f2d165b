/** How much a row does: as much as CI has time for, or all that it takes to believe it. */
export type Tier = 'quick' | 'long'

/** What must hold, and the tests of the server that try to break it. */
export interface Row {
  name: string
  /** What must hold. */
  holds: string
  /** How much is done. */
  amount: Record<Tier, string>
  /** The limit in minutes; a row that takes longer fails. */
  minutes: Record<Tier, number>
  /** Test files, from the folder `test` of the server. */
  files: string[]
  /** A part of the names of the tests to run; all of them when left out. */
  tests?: string
}

/** All that must hold, in the order in which it is tried. */
export const rows: Row[] = [
  {
    name: 'soak',
    holds: 'heap after collection, open files and connections stay the same',
    amount: { quick: '300 requests a second, 3 min', long: '300 requests a second, 60 min' },
    minutes: { quick: 10, long: 75 },
    files: ['http/soak.test.ts'],
  },
  {
    name: 'fuzz',
    holds: 'no 5xx, nothing undocumented, nothing invalid accepted, nothing valid refused',
    amount: { quick: '20,000 requests', long: '500,000 requests' },
    minutes: { quick: 15, long: 120 },
    files: ['fuzz/fuzz.test.ts'],
  },
  {
    name: 'access',
    holds: 'every cell of the matrix; random ids read like foreign ones, and nothing is written',
    amount: { quick: 'all cells, 1,000 random lists', long: 'all cells, 20,000 random lists' },
    minutes: { quick: 5, long: 60 },
    files: ['http/access.test.ts', 'http/access-random-ids.test.ts'],
  },
  {
    name: 'longest-lists',
    holds: '100,000 ids, a tenth of them twice: 201 and 204, at most 250 MB more; 100,001 are refused',
    amount: { quick: 'once', long: 'once, and 10 at once' },
    minutes: { quick: 5, long: 15 },
    files: ['routes/longest-lists.test.ts'],
  },
  {
    name: 'races',
    holds: '64 equal additions at once, 50 equal Idempotency-Keys at once: one effect, no 5xx',
    amount: { quick: '10 rounds', long: '200 rounds' },
    minutes: { quick: 5, long: 30 },
    files: ['routes/races.test.ts'],
  },
  {
    name: 'database-restart',
    holds: 'nothing fails but while it is down, first success within 1 s, the process lives',
    amount: { quick: '5 fast and 5 immediate', long: '100 fast and 100 immediate' },
    minutes: { quick: 5, long: 30 },
    files: ['http/database-restart.test.ts'],
  },
  {
    name: 'database-down',
    holds: 'only 503 and within 2 s, /livez 200, /readyz 503, it recovers by itself',
    amount: { quick: 'once for 30 s', long: '20 times for 30 s' },
    minutes: { quick: 5, long: 30 },
    files: ['http/database-down.test.ts'],
  },
  {
    name: 'silent-database',
    holds: 'connections or a database gone silent: answers within 2 s, well within 5 s of reaching one again',
    amount: { quick: '2 silences of 10 s, of each of 3 kinds', long: '40 silences of 75 s, of each of 3 kinds' },
    minutes: { quick: 5, long: 200 },
    files: ['http/silent-database.test.ts'],
  },
  {
    name: 'start',
    holds: 'a start that cannot succeed says why within 5 s and ends; SIGTERM ends any start, and leaves no PostgreSQL',
    amount: { quick: 'all faults, 10 stops at random', long: 'all faults, 200 stops at random' },
    minutes: { quick: 10, long: 90 },
    files: ['commands/start-faults.test.ts'],
  },
  {
    name: 'readiness',
    holds:
      '/readyz is 503 without the database, on one that takes no changes, and on a full disk; it recovers by itself',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 5, long: 5 },
    files: ['http/probes.test.ts'],
    tests: 'ready',
  },
  {
    name: 'pool',
    holds: 'the surplus gets 503 within 2 s, nothing else, all is well within 2 s',
    amount: { quick: 'ten times the connections', long: 'ten times the connections' },
    minutes: { quick: 5, long: 5 },
    files: ['http/busy-database.test.ts'],
  },
  {
    name: 'crash',
    holds: 'kill -9 of server and worker loses nothing acknowledged, does nothing twice; ready within 3 s',
    amount: { quick: '20 kills', long: '500 kills' },
    minutes: { quick: 10, long: 90 },
    files: ['http/crash.test.ts'],
  },
  {
    name: 'worker-crash',
    holds: 'kill -9 of workers: each job ends exactly once, no file is torn',
    amount: { quick: '20 kills', long: '500 kills' },
    minutes: { quick: 10, long: 60 },
    files: ['jobs/crash.test.ts'],
    tests: 'times at random',
  },
  {
    name: 'embedded-crash',
    holds: 'kill -9 of the embedded database and its server: nothing acknowledged is lost, it starts again',
    amount: { quick: '10 kills', long: '200 kills' },
    minutes: { quick: 10, long: 60 },
    files: ['commands/embedded-crash.test.ts'],
  },
  {
    name: 'stop',
    holds: 'SIGTERM under 200 requests a second fails none, exit 0 within 10 s',
    amount: { quick: '10 stops', long: '200 stops' },
    minutes: { quick: 10, long: 60 },
    files: ['commands/stop.test.ts'],
  },
  {
    name: 'rolling-restart',
    holds: '3 servers and 3 workers, restarted in turn, one of each killed: nothing lost, nothing failed',
    amount: { quick: '1 round', long: '30 rounds' },
    minutes: { quick: 5, long: 60 },
    files: ['commands/rolling-restart.test.ts'],
  },
  {
    name: 'database-faults',
    holds: 'latency, cuts, resets, slow and truncated answers: right or 503, one effect, well at once after',
    amount: { quick: '2 rounds of each', long: '60 rounds of each' },
    minutes: { quick: 5, long: 45 },
    files: ['http/database-faults.test.ts'],
  },
  {
    name: 'client-faults',
    holds: 'the same between client and server: the client tries again, one effect',
    amount: { quick: '2 rounds of each', long: '60 rounds of each' },
    minutes: { quick: 5, long: 45 },
    files: ['http/client-faults.test.ts'],
  },
  {
    name: 'slow-clients',
    holds: 'closed at their limit + 1 s, p99 of others at most 100 ms',
    amount: { quick: '1,000 connections, 30 s', long: '1,000 connections, 10 min' },
    minutes: { quick: 5, long: 20 },
    files: ['http/slow-clients.test.ts'],
  },
  {
    name: 'links',
    holds: 'no symbolic link leads out of an imported folder: side-cars, files and folders that became links',
    amount: { quick: '20,000 openings while links come and go', long: '1,000,000 openings while links come and go' },
    minutes: { quick: 5, long: 60 },
    files: ['files/open-beneath.test.ts', 'jobs/links.test.ts'],
  },
  {
    name: 'hostile-bodies',
    holds: 'no body stops the service for more than 100 ms, alone or 16 at once; p99 of /livez at most 100 ms',
    amount: { quick: '12 bodies, 1 and 16 at once', long: '12 bodies, 1 and 16 at once' },
    minutes: { quick: 10, long: 10 },
    files: ['http/hostile-bodies.test.ts'],
  },
  {
    name: 'slow-readers',
    holds: 'readers who never read keep nobody else from long lists: p99 of others at most twice the quiet one',
    amount: { quick: '8 readers, 100 lists and albums', long: '8 readers, 1,000 lists and albums' },
    minutes: { quick: 5, long: 30 },
    files: ['http/slow-readers.test.ts'],
  },
  {
    name: 'fairness',
    holds: "a user at full load: another's empty createAlbum has a p50 of at most 25 ms, a p99 of at most 150 ms",
    amount: { quick: '30 connections, 500 albums', long: '30 connections, 10,000 albums' },
    minutes: { quick: 5, long: 30 },
    files: ['http/fairness.test.ts'],
  },
  {
    name: 'strangers',
    holds: 'a stranger who shares an album waits as long whether there is one or not, and locks nothing',
    amount: { quick: '500 pairs', long: '10,000 pairs' },
    minutes: { quick: 5, long: 15 },
    files: ['http/strangers.test.ts'],
  },
  {
    name: 'hostile-media',
    holds: 'each job fails with its reason, the worker lives, no other file is touched',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 10, long: 10 },
    files: ['media/hostile-media.test.ts', 'jobs/transcode-video-hostile.test.ts', 'jobs/hostile-folder.test.ts'],
  },
  {
    name: 'decoders',
    holds: 'ffmpeg reaches no decoder beyond the list, no network and no more memory than it may have',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 5, long: 5 },
    files: ['media/hostile-decoders.test.ts', 'media/run-tool.test.ts'],
  },
  {
    name: 'migrate',
    holds: 'four processes migrate at once, one is killed midway: applied once, nobody wedged',
    amount: { quick: '5 rounds', long: '200 rounds' },
    minutes: { quick: 5, long: 60 },
    files: ['database/migrate-race.test.ts'],
  },
]
