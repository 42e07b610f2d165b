import { setTimeout } from 'node:timers/promises'
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { failureOf } from './failure.js'

/** Long enough for the pool to notice all connections that a stopped server closed. */
const PAUSE_MS = 50

const QUERY = /^\s*(SELECT|WITH)\b/i
const WRITING = /\b(INSERT|UPDATE|DELETE|MERGE)\b/i

/** Sends a request that has no effect when its connection is lost, and then retries it once. */
export async function twice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (failureOf(error) !== 'lost connection') throw error
    await setTimeout(PAUSE_MS)
    return send()
  }
}

/** Sends a statement over any connection. Retries a read once when its connection turns out to be lost. */
export function sendOrResend<T>(sql: string, send: () => Promise<T>): Promise<T> {
  return isRead(sql) ? twice(send) : send()
}

/** Wraps the connections of Prisma so that its reads are retried as ours are. */
export function resending(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter = await factory.connect()
      const queryRaw: SqlDriverAdapter['queryRaw'] = (query) => sendOrResend(query.sql, () => adapter.queryRaw(query))
      return Object.assign(Object.create(adapter) as SqlDriverAdapter, { queryRaw })
    },
  }
}

function isRead(sql: string) {
  return QUERY.test(sql) && !WRITING.test(sql)
}
