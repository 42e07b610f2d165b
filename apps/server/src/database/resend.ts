import { setTimeout } from 'node:timers/promises'
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { failureOf } from './failure.js'

/** Long enough for the pool to notice every connection that a stopped server closed. */
const PAUSE_MS = 50

const QUERY = /^\s*(SELECT|WITH)\b/i
const WRITING = /\b(INSERT|UPDATE|DELETE|MERGE)\b/i

/** Sends what cannot have done anything when its connection is lost, and once more then. */
export async function twice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (failureOf(error) !== 'lost connection') throw error
    await setTimeout(PAUSE_MS)
    return send()
  }
}

/** Sends a statement over any connection; once more when it is a read whose connection turned out to be lost. */
export function sendPatiently<T>(sql: string, send: () => Promise<T>): Promise<T> {
  return isRead(sql) ? twice(send) : send()
}

/**
 * The same connections, but what cannot have done anything yet is sent once more when its connection turns out to be
 * lost, as all are after a restart of the server: a read outside of a transaction, and the start of a transaction.
 */
export function resending(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => withResending(await factory.connect()),
  }
}

function isRead(sql: string) {
  return QUERY.test(sql) && !WRITING.test(sql)
}

function withResending(adapter: SqlDriverAdapter): SqlDriverAdapter {
  return Object.assign(Object.create(adapter) as SqlDriverAdapter, {
    queryRaw: (query: Parameters<SqlDriverAdapter['queryRaw']>[0]) =>
      sendPatiently(query.sql, () => adapter.queryRaw(query)),
    startTransaction: (...level: Parameters<SqlDriverAdapter['startTransaction']>) =>
      twice(() => adapter.startTransaction(...level)),
  })
}
