/** How much work a row does: as much as CI has time for, or enough to be convincing. */
export type Tier = 'quick' | 'long'

/** A promise, and the tests of the server that try to break it. */
export interface Row {
  name: string
  /** The promise. */
  holds: string
  /** How much work the tests do. */
  amount: Record<Tier, string>
  /** The limit in minutes; a row that takes longer fails. */
  minutes: Record<Tier, number>
  /** Test files, from the folder `test` of the server. */
  files: string[]
  /** Part of the names of the tests to run; without it, all tests run. */
  tests?: string
}

/** All promises, in the order in which they are tested. */
export const rows: Row[] = [
  {
    name: 'soak',
    holds: 'the heap after garbage collection, open files and connections do not grow',
    amount: { quick: '300 requests a second, 3 min', long: '300 requests a second, 60 min' },
    minutes: { quick: 10, long: 75 },
    files: ['http/soak.test.ts'],
  },
  {
    name: 'fuzz',
    holds: 'no 5xx, no undocumented answer, no invalid request accepted, no valid request refused',
    amount: { quick: '20,000 requests', long: '500,000 requests' },
    minutes: { quick: 15, long: 120 },
    files: ['fuzz/fuzz.test.ts'],
  },
  {
    name: 'access',
    holds:
      'every cell of the access matrix holds; random ids get the same answer as foreign ones, and nothing is written',
    amount: { quick: 'all cells, 1,000 random lists', long: 'all cells, 20,000 random lists' },
    minutes: { quick: 5, long: 60 },
    files: ['http/access/access.test.ts', 'http/access/access-random-ids.test.ts'],
  },
  {
    name: 'longest-lists',
    holds:
      'lists of 100,000 ids, a tenth of them duplicates, get 201 and 204 with at most 250 MB more memory; 100,001 ids are refused',
    amount: { quick: 'once', long: 'once, and 10 at once' },
    minutes: { quick: 5, long: 15 },
    files: ['routes/longest-lists.test.ts'],
  },
  {
    name: 'races',
    holds: '64 equal additions at once and 50 equal Idempotency-Keys at once have one effect, and no 5xx',
    amount: { quick: '10 rounds', long: '200 rounds' },
    minutes: { quick: 5, long: 30 },
    files: ['routes/races.test.ts'],
  },
  {
    name: 'database-restart',
    holds: 'requests fail only while the database is down; the first success follows within 1 s; the process survives',
    amount: { quick: '5 fast and 5 immediate', long: '100 fast and 100 immediate' },
    minutes: { quick: 5, long: 30 },
    files: ['http/database/database-restart.test.ts'],
  },
  {
    name: 'database-down',
    holds: 'every answer is 503 within 2 s; /livez is 200 and /readyz 503; the service recovers by itself',
    amount: { quick: 'once for 30 s', long: '20 times for 30 s' },
    minutes: { quick: 5, long: 30 },
    files: ['http/database/database-down.test.ts'],
  },
  {
    name: 'silent-database',
    holds:
      'connections or the whole database stop responding: answers come within 2 s, and all is well 5 s after it responds again',
    amount: { quick: '2 × 10 s of each of 3 kinds', long: '40 × 75 s of each of 3 kinds' },
    minutes: { quick: 5, long: 200 },
    files: ['http/database/silent-database.test.ts'],
  },
  {
    name: 'start',
    holds:
      'a start that cannot succeed names the reason within 5 s and exits; SIGTERM stops any start and leaves no PostgreSQL',
    amount: { quick: 'all faults, 10 random stops', long: 'all faults, 200 random stops' },
    minutes: { quick: 10, long: 90 },
    files: ['commands/start-faults.test.ts'],
  },
  {
    name: 'readiness',
    holds:
      '/readyz is 503 without a database, with one that refuses changes, and on a full disk; it recovers by itself',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 5, long: 5 },
    files: ['http/watch/probes.test.ts'],
    tests: 'ready',
  },
  {
    name: 'pool',
    holds: 'requests beyond the pool get 503 within 2 s and nothing else; all is well 2 s later',
    amount: { quick: 'ten times the connections', long: 'ten times the connections' },
    minutes: { quick: 5, long: 5 },
    files: ['http/database/busy-database.test.ts'],
  },
  {
    name: 'crash',
    holds:
      'kill -9 of server and worker loses nothing acknowledged and does nothing twice; the service is ready within 3 s',
    amount: { quick: '20 kills', long: '500 kills' },
    minutes: { quick: 10, long: 90 },
    files: ['http/database/crash.test.ts'],
  },
  {
    name: 'worker-crash',
    holds: 'kill -9 of workers: each job ends exactly once, and no file is incomplete',
    amount: { quick: '20 kills', long: '500 kills' },
    minutes: { quick: 10, long: 60 },
    files: ['jobs/crash.test.ts'],
    tests: 'times at random',
  },
  {
    name: 'embedded-crash',
    holds: 'kill -9 of the embedded database and its server loses nothing acknowledged, and it starts again',
    amount: { quick: '10 kills', long: '200 kills' },
    minutes: { quick: 10, long: 60 },
    files: ['commands/embedded-crash.test.ts'],
  },
  {
    name: 'stop',
    holds: 'SIGTERM under 200 requests a second fails none; the service exits with 0 within 10 s',
    amount: { quick: '10 stops', long: '200 stops' },
    minutes: { quick: 10, long: 60 },
    files: ['commands/stop.test.ts'],
  },
  {
    name: 'rolling-restart',
    holds:
      '3 servers and 3 workers restart in sequence and one of each is killed: nothing is lost, and no request fails',
    amount: { quick: '1 round', long: '30 rounds' },
    minutes: { quick: 5, long: 60 },
    files: ['commands/rolling-restart.test.ts'],
  },
  {
    name: 'database-faults',
    holds:
      'latency, cuts, resets, slow and truncated answers: each response is right or 503, has one effect, and all is well at once afterwards',
    amount: { quick: '2 rounds of each', long: '60 rounds of each' },
    minutes: { quick: 5, long: 45 },
    files: ['http/database/database-faults.test.ts'],
  },
  {
    name: 'client-faults',
    holds: 'the same faults between client and server: the client retries, with one effect',
    amount: { quick: '2 rounds of each', long: '60 rounds of each' },
    minutes: { quick: 5, long: 45 },
    files: ['http/wire/client-faults.test.ts'],
  },
  {
    name: 'slow-clients',
    holds: 'slow clients are disconnected within 1 s of their limit; the p99 of others is at most 100 ms',
    amount: { quick: '1,000 connections, 30 s', long: '1,000 connections, 10 min' },
    minutes: { quick: 5, long: 20 },
    files: ['http/wire/slow-clients.test.ts'],
  },
  {
    name: 'links',
    holds:
      'no symbolic link leads out of an imported folder: neither side-cars nor files nor folders that became links',
    amount: {
      quick: '20,000 openings while links appear and disappear',
      long: '1,000,000 openings while links appear and disappear',
    },
    minutes: { quick: 5, long: 60 },
    files: ['files/open-beneath.test.ts', 'jobs/links.test.ts'],
  },
  {
    name: 'hostile-bodies',
    holds: 'no body blocks the service for more than 100 ms, alone or 16 at once; the p99 of /livez is at most 100 ms',
    amount: { quick: '12 bodies, 1 and 16 at once', long: '12 bodies, 1 and 16 at once' },
    minutes: { quick: 10, long: 10 },
    files: ['http/body/hostile-bodies.test.ts'],
  },
  {
    name: 'slow-readers',
    holds: 'readers who never read do not delay the long lists of others: their p99 at most doubles',
    amount: { quick: '8 readers, 100 lists and albums', long: '8 readers, 1,000 lists and albums' },
    minutes: { quick: 5, long: 30 },
    files: ['http/wire/slow-readers.test.ts'],
  },
  {
    name: 'fairness',
    holds:
      "while one user sends at full load, another's empty createAlbum has a p50 of at most 25 ms and a p99 of at most 150 ms",
    amount: { quick: '30 connections, 500 albums', long: '30 connections, 10,000 albums' },
    minutes: { quick: 5, long: 30 },
    files: ['http/access/fairness.test.ts'],
  },
  {
    name: 'strangers',
    holds: 'a stranger who shares an album waits equally long whether it exists or not, and locks nothing',
    amount: { quick: '500 pairs', long: '10,000 pairs' },
    minutes: { quick: 5, long: 15 },
    files: ['http/access/strangers.test.ts'],
  },
  {
    name: 'hostile-media',
    holds: 'each job fails with its reason, the worker survives, and no other file is touched',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 10, long: 10 },
    files: ['media/hostile-media.test.ts', 'jobs/transcode-video-hostile.test.ts', 'jobs/hostile-folder.test.ts'],
  },
  {
    name: 'decoders',
    holds: 'ffmpeg uses no decoder outside the list, no network, and no more memory than its limit',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 5, long: 5 },
    files: ['media/video/hostile-decoders.test.ts', 'media/tools/run-tool.test.ts'],
  },
  {
    name: 'migrate',
    holds: 'four processes migrate at once and one is killed: each migration is applied once, and no process hangs',
    amount: { quick: '5 rounds', long: '200 rounds' },
    minutes: { quick: 5, long: 60 },
    files: ['migrations/migrate-race.test.ts'],
  },
]
