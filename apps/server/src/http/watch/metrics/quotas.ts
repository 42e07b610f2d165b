import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../../database/ask.js'
import { limitStatements, transact } from '../../../database/transaction.js'
import { type QuotaSummary, summarizeQuotas } from '../../../uploads/quota/quota-summary.js'
import { LIMIT_MS, type SourceReader } from './reader.js'

/** The interval in milliseconds. Quotas change slowly, and adding up a large library takes long. */
const KEPT_MS = 60_000

/** Adds the metrics of quotas. No user is a label, because there may be any number of them. */
export function addQuotas(registry: Registry, reader: SourceReader, database: Database): void {
  const registers = [registry]
  const total = new Gauge({
    name: 'media_library_quota_bytes',
    help: 'Sum of the quotas of all users who have one, at most a minute old',
    registers,
  })
  const used = new Gauge({
    name: 'media_library_quota_used_bytes',
    help: 'Bytes that the uploads of these users take',
    registers,
  })
  const users = new Gauge({
    name: 'media_library_quota_users',
    help: 'Users who have a quota, and those of them who use 90 % of it or more',
    labelNames: ['state'],
    registers,
  })
  let kept: { at: number; summary: QuotaSummary } | null = null
  reader.add({
    name: 'quotas',
    read: async () => {
      if (kept && performance.now() - kept.at < KEPT_MS) return kept.summary
      const summary = await readQuotas(database)
      kept = { at: performance.now(), summary }
      return summary
    },
    show: (found) => {
      total.set(found?.quota ?? Number.NaN)
      used.set(found?.used ?? Number.NaN)
      users.reset()
      if (found === null) return
      users.set({ state: 'all' }, found.users)
      users.set({ state: 'nearly full' }, found.nearlyFull)
    },
  })
}

function readQuotas(database: Database) {
  return transact(
    database,
    async (transaction) => {
      await limitStatements(transaction, '2s')
      return summarizeQuotas(transaction)
    },
    LIMIT_MS,
  )
}
