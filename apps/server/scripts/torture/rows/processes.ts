import type { Row } from '../row.js'

/** What processes, machines and their operators may do. */
export const processes: Row[] = [
  {
    name: 'machines',
    holds:
      'three servers, three workers, nginx and PostgreSQL, each on a machine: delay, loss, partitions, slow and vanished machines lose nothing, and the others serve',
    amount: { quick: '11 faults, 8 s of each', long: '11 faults, 30 s of each' },
    minutes: { quick: 8, long: 20 },
    files: ['torture/machines/machines.test.ts'],
  },
  {
    name: 'start',
    holds:
      'a start that cannot succeed names the reason within 5 s and exits; SIGTERM stops any start and leaves no PostgreSQL',
    amount: { quick: 'all faults, 10 random stops', long: 'all faults, 200 random stops' },
    minutes: { quick: 10, long: 90 },
    files: ['torture/processes/start-faults.test.ts'],
  },
  {
    name: 'crash',
    holds:
      'kill -9 of server and worker loses nothing acknowledged and does nothing twice; the service is ready within 3 s',
    amount: { quick: '20 kills', long: '500 kills' },
    minutes: { quick: 10, long: 90 },
    files: ['torture/processes/crash.test.ts'],
  },
  {
    name: 'events',
    holds:
      'kill -9 of servers: clients miss no event and see none of others; an event arrives within 250 ms (p99), 3 s after a lost connection',
    amount: { quick: '6,000 events, 6 kills', long: '100,000 events, 60 kills' },
    minutes: { quick: 5, long: 60 },
    files: ['torture/processes/event-crash.test.ts'],
  },
  {
    name: 'listeners',
    holds:
      "a client that listens to events takes at most 20 kB of a server's memory; all are told of one change within 3 s",
    amount: { quick: '1,000 clients', long: '5,000 clients' },
    minutes: { quick: 5, long: 10 },
    files: ['torture/processes/listeners.test.ts'],
  },
  {
    name: 'upload-kill',
    holds:
      'kill -9 of servers while files arrive: each asset is whole, none that was acknowledged is lost, and the next start removes the rest; a full disk is 507',
    amount: { quick: '20 kills, 8 uploads at once', long: '200 kills, 8 uploads at once' },
    minutes: { quick: 5, long: 40 },
    files: ['torture/processes/upload-kill.test.ts', 'uploads/full-disk.test.ts'],
  },
  {
    name: 'watch-kill',
    holds:
      'kill -9 of a service while files of a watched folder come, change, move and go, and while its disk is away: the library is the folder in the end, nothing that is there was taken for gone, and nothing half-written was taken in',
    amount: { quick: '9 kills, the disk away 6 times', long: '100 kills, the disk away 66 times' },
    minutes: { quick: 10, long: 90 },
    files: ['torture/processes/watch-kill.test.ts'],
  },
  {
    name: 'large-folder',
    holds:
      'a watched folder takes at most 60 MB more of the memory that a service needs, and a change in it is noticed within 5 s',
    amount: { quick: '100,000 files', long: '1,000,000 files' },
    minutes: { quick: 10, long: 60 },
    files: ['torture/processes/large-folder.test.ts'],
  },
  {
    name: 'worker-crash',
    holds: 'kill -9 of workers: each job ends exactly once, and no file is incomplete',
    amount: { quick: '20 kills', long: '500 kills' },
    minutes: { quick: 10, long: 60 },
    files: ['torture/processes/worker-crash.test.ts'],
    tests: 'times at random',
  },
  {
    name: 'embedded-crash',
    holds: 'kill -9 of the embedded database and its server loses nothing acknowledged, and it starts again',
    amount: { quick: '10 kills', long: '200 kills' },
    minutes: { quick: 10, long: 60 },
    files: ['torture/processes/embedded-crash.test.ts'],
  },
  {
    name: 'power-loss',
    holds:
      'an empty or incomplete postmaster.pid, as a loss of power leaves it, does not keep the service from starting',
    amount: { quick: 'both', long: 'both' },
    minutes: { quick: 5, long: 5 },
    files: ['postgres/embedded.test.ts'],
    tests: 'postmaster.pid',
  },
  {
    name: 'stop',
    holds: 'SIGTERM under 200 requests a second fails none; the service exits with 0 within 10 s',
    amount: { quick: '10 stops', long: '200 stops' },
    minutes: { quick: 10, long: 60 },
    files: ['torture/processes/stop.test.ts'],
  },
  {
    name: 'signals',
    holds:
      'SIGTERM or Ctrl-C to npx, the bin, their process group or a terminal is one stop that leaves no process, not even PostgreSQL',
    amount: { quick: 'every way of starting and stopping', long: 'every way of starting and stopping' },
    minutes: { quick: 5, long: 5 },
    files: ['torture/processes/signals.test.ts', 'torture/processes/stop.test.ts'],
    tests: 'is one stop|are one stop|a second signal after',
  },
  {
    name: 'rolling-restart',
    holds:
      '3 servers and 3 workers restart in sequence and one of each is killed: nothing is lost, and no request fails',
    amount: { quick: '1 round', long: '30 rounds' },
    minutes: { quick: 5, long: 60 },
    files: ['torture/processes/rolling-restart.test.ts'],
  },
  {
    name: 'soak',
    holds: 'the heap after garbage collection, open files and connections do not grow',
    amount: { quick: '300 requests a second, 3 min', long: '300 requests a second, 60 min' },
    minutes: { quick: 10, long: 75 },
    files: ['torture/processes/soak.test.ts'],
  },
]
