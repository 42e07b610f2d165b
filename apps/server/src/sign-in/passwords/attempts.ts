import type { Config } from '../../config/config.js'
import { ProblemError } from '../../errors.js'

const WINDOW_MS = 15 * 60_000

/** The failures of an account from a network after which the network may try this account no further. */
const MOST = 10

/** The failures of an account from all networks after which a network has one failure instead. */
const MOST_OF_ACCOUNT = 100

/** The failures of a network with all accounts. */
const MOST_OF_NETWORK = 100

/** How many counts are kept. Beyond it, the oldest ones are forgotten. */
const MOST_COUNTS = 300_000

/** The failures since the first one, by what they have in common, oldest first. */
const counts = new Map<string, { failures: number; since: number }>()

/**
 * Counts an attempt to use a password of an account as a failure. Returns the function that takes that back when the password was right.
 * Throws `too_many_requests` when the network has failed too often. A network that has not failed is never refused, so that nobody can
 * lock out somebody else.
 */
export function beginAttempt(
  { http: { failuresPerMinute } }: Pick<Config, 'http'>,
  { network, account }: { network: string; account: string },
): () => void {
  if (failuresPerMinute === 0) return () => {}
  const [ofNetwork, ofAccount, ofBoth] = [`network ${network}`, `account ${account}`, `${network} ${account}`]
  const most = read(ofAccount) < MOST_OF_ACCOUNT ? MOST : 1
  if (read(ofBoth) >= most) throw tooMany(ofBoth)
  if (read(ofNetwork) >= MOST_OF_NETWORK) throw tooMany(ofNetwork)
  for (const key of [ofNetwork, ofAccount, ofBoth]) add(key, 1)
  return () => {
    for (const key of [ofNetwork, ofAccount]) add(key, -1)
    counts.delete(ofBoth)
  }
}

function read(key: string): number {
  const count = counts.get(key)
  if (!count) return 0
  if (count.since > performance.now() - WINDOW_MS) return count.failures
  counts.delete(key)
  return 0
}

function add(key: string, failures: number) {
  const current = read(key)
  const since = counts.get(key)?.since ?? performance.now()
  if (current + failures > 0) counts.set(key, { failures: current + failures, since })
  else counts.delete(key)
  const [oldest] = counts.keys()
  if (counts.size > MOST_COUNTS && oldest !== undefined) counts.delete(oldest)
}

function tooMany(key: string) {
  const since = counts.get(key)?.since ?? performance.now()
  const seconds = Math.max(1, Math.ceil((since + WINDOW_MS - performance.now()) / 1_000))
  return new ProblemError('too_many_requests', 'Too many wrong passwords came from this address.', {
    headers: { 'Retry-After': String(seconds) },
  })
}
