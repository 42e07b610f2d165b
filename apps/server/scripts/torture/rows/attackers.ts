import type { Row } from '../row.js'

/** What hostile clients and files may do. */
export const attackers: Row[] = [
  {
    name: 'client-faults',
    holds: 'the same faults between client and server: the client retries, with one effect',
    amount: { quick: '2 rounds of each', long: '60 rounds of each' },
    minutes: { quick: 5, long: 45 },
    files: ['torture/attackers/client-faults.test.ts'],
  },
  {
    name: 'slow-clients',
    holds: 'slow clients are disconnected within 1 s of their limit; the p99 of others is at most 100 ms',
    amount: { quick: '1,000 connections, 30 s', long: '1,000 connections, 10 min' },
    minutes: { quick: 5, long: 20 },
    files: ['torture/attackers/slow-clients.test.ts'],
  },
  {
    name: 'slow-readers',
    holds:
      'readers who never read do not delay the long lists of others, whose p99 at most doubles; 1,000 readers of files take at most 120 MB',
    amount: {
      quick: '8 readers, 100 lists and albums; 1,000 readers of files',
      long: '8 readers, 1,000 lists and albums; 1,000 readers of files',
    },
    minutes: { quick: 5, long: 30 },
    files: ['torture/attackers/slow-readers.test.ts', 'torture/attackers/slow-file-readers.test.ts'],
  },
  {
    name: 'hostile-bodies',
    holds: 'no body blocks the service for more than 100 ms, alone or 16 at once; the p99 of /livez is at most 100 ms',
    amount: { quick: '12 bodies, 1 and 16 at once', long: '12 bodies, 1 and 16 at once' },
    minutes: { quick: 10, long: 10 },
    files: ['torture/attackers/hostile-bodies.test.ts'],
  },
  {
    name: 'fairness',
    holds:
      "while one user sends at full load, another's empty createAlbum has a p50 of at most 25 ms and a p99 of at most 150 ms",
    amount: { quick: '30 connections, 500 albums', long: '30 connections, 10,000 albums' },
    minutes: { quick: 5, long: 30 },
    files: ['torture/attackers/fairness.test.ts'],
  },
  {
    name: 'strangers',
    holds: 'a stranger who asks for an album, an asset or a file waits equally long whether it exists or not',
    amount: { quick: '500 pairs of each of 6 operations', long: '10,000 pairs of each of 6 operations' },
    minutes: { quick: 5, long: 30 },
    files: ['torture/attackers/strangers.test.ts'],
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
    name: 'hostile-media',
    holds: 'each job fails with its reason, the worker survives, and no other file is touched',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 10, long: 10 },
    files: [
      'torture/attackers/hostile-media.test.ts',
      'torture/attackers/hostile-videos.test.ts',
      'torture/attackers/hostile-folder.test.ts',
    ],
  },
  {
    name: 'decoders',
    holds: 'ffmpeg uses no decoder outside the list, no network, and no more memory than its limit',
    amount: { quick: 'all', long: 'all' },
    minutes: { quick: 5, long: 5 },
    files: ['media/video/hostile-decoders.test.ts', 'media/tools/run-tool.test.ts'],
  },
]
