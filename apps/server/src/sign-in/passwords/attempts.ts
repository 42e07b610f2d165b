import { createRecentAttempts } from '../../admission/recent-attempts.js'
import type { Config } from '../../config/config.js'

const WINDOW_MS = 15 * 60_000

/** The failures of an account from a network after which the network may try this account no further. */
const MOST = 10

/** The failures of an account from all networks after which a network has one failure instead. */
const MOST_OF_ACCOUNT = 100

/** The failures of a network with all accounts. */
const MOST_OF_NETWORK = 100

/** How many counts are kept. Beyond it, the oldest ones are forgotten. */
const MOST_COUNTS = 300_000

const REFUSAL = 'Too many failed sign-ins came from this address.'

const failures = createRecentAttempts({ windowMs: WINDOW_MS, most: MOST_COUNTS })

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
  const most = failures.count(ofAccount) < MOST_OF_ACCOUNT ? MOST : 1
  if (failures.count(ofBoth) >= most) throw failures.tooMany(ofBoth, REFUSAL)
  if (failures.count(ofNetwork) >= MOST_OF_NETWORK) throw failures.tooMany(ofNetwork, REFUSAL)
  failures.add(ofBoth)
  const takeBacks = [ofNetwork, ofAccount].map((key) => failures.add(key))
  return () => {
    for (const takeBack of takeBacks) takeBack()
    failures.forget(ofBoth)
  }
}
