import type { Row } from './row.js'
import { attackers } from './rows/attackers.js'
import { database } from './rows/database.js'
import { processes } from './rows/processes.js'
import { requests } from './rows/requests.js'

/** All promises, in the order in which they are tested. The soak is first, as the longest. */
export const rows: Row[] = [...processes, ...requests, ...database, ...attackers].sort(
  (one, other) => other.minutes.long - one.minutes.long,
)
