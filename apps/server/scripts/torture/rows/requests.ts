import type { Row } from '../row.js'

/** What any caller may send. */
export const requests: Row[] = [
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
    files: ['http/access/access.test.ts', 'torture/attackers/random-ids.test.ts'],
  },
  {
    name: 'longest-lists',
    holds:
      'lists of 100,000 ids, a tenth of them duplicates, get 201 and 204 with at most 250 MB more memory; 100,001 ids are refused',
    amount: { quick: 'once', long: 'once, and 10 at once' },
    minutes: { quick: 5, long: 15 },
    files: ['torture/requests/longest-lists.test.ts'],
  },
  {
    name: 'races',
    holds: '64 equal additions at once and 50 equal Idempotency-Keys at once have one effect, and no 5xx',
    amount: { quick: '10 rounds', long: '200 rounds' },
    minutes: { quick: 5, long: 30 },
    files: ['torture/requests/races.test.ts'],
  },
]
