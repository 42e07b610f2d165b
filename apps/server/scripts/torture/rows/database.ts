import type { Row } from '../row.js'

/** What the database may do. */
export const database: Row[] = [
  {
    name: 'database-restart',
    holds: 'requests fail only while the database is down; the first success follows within 1 s; the process survives',
    amount: { quick: '5 fast and 5 immediate', long: '100 fast and 100 immediate' },
    minutes: { quick: 5, long: 30 },
    files: ['torture/database/database-restart.test.ts'],
  },
  {
    name: 'database-down',
    holds: 'every answer is 503 within 2 s; /livez is 200 and /readyz 503; the service recovers by itself',
    amount: { quick: 'once for 30 s', long: '20 times for 30 s' },
    minutes: { quick: 5, long: 30 },
    files: ['torture/database/database-down.test.ts'],
  },
  {
    name: 'silent-database',
    holds:
      'connections or the whole database stop responding: answers come within 2 s, and all is well 5 s after it responds again',
    amount: { quick: '2 × 10 s of each of 3 kinds', long: '3 × 75 s of each of 3 kinds' },
    minutes: { quick: 5, long: 60 },
    files: ['torture/database/silent-database.test.ts'],
  },
  {
    name: 'fail-over',
    holds:
      'a synchronous standby becomes the primary under load: nothing acknowledged is lost, and all is well within 10 s',
    amount: { quick: '2 fail-overs', long: '20 fail-overs' },
    minutes: { quick: 5, long: 30 },
    files: ['torture/database/fail-over.test.ts'],
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
    files: ['torture/database/busy-database.test.ts'],
  },
  {
    name: 'database-faults',
    holds:
      'latency, cuts, resets, slow and truncated answers: each response is right or 503, has one effect, and all is well at once afterwards',
    amount: { quick: '2 rounds of each', long: '60 rounds of each' },
    minutes: { quick: 5, long: 45 },
    files: ['torture/database/database-faults.test.ts'],
  },
  {
    name: 'migrate',
    holds: 'four processes migrate at once and one is killed: each migration is applied once, and no process hangs',
    amount: { quick: '5 rounds', long: '200 rounds' },
    minutes: { quick: 5, long: 60 },
    files: ['torture/database/migrate-race.test.ts'],
  },
]
