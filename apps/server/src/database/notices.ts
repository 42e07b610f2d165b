import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Prisma } from '../generated/prisma/client.js'
import { ask, type Database } from './ask.js'
import { createWatch } from './dead-connections.js'

/** Notifies the listeners of a channel. Never throws: a notification may be lost. */
async function notify(database: Database, channel: string): Promise<void> {
  await ask(database, Prisma.sql`SELECT pg_notify(${channel}, '')::text`).catch(() => {})
}

const PAUSE_MS = 20

/**
 * Returns a function that sends a notification on a channel, at most once in 20 ms for each database. Call it after the commit, because
 * transactions with a NOTIFY wait for each other when they commit. A notification may be lost.
 */
export function createAnnouncer(channel: string): (database: Database) => Promise<void> {
  /** The databases with a recent notification, and whether another one has to follow. */
  const announced = new WeakMap<Database, { again: boolean }>()

  const announce = async (database: Database): Promise<void> => {
    const before = announced.get(database)
    if (before) {
      before.again = true
      return
    }
    const now = { again: false }
    announced.set(database, now)
    await notify(database, channel)
    await sleep(PAUSE_MS, undefined, { ref: false })
    announced.delete(database)
    if (now.again) await announce(database)
  }
  return announce
}

/** A connection that listens on a channel. */
export interface NoticeListener {
  close(): Promise<void>
}

const CONNECT_LIMIT_MS = 5_000
const ANSWER_LIMIT_MS = 5_000
/** The milliseconds between two checks of the connection. */
const CHECK_MS = 10_000
const RECONNECT_MS = 500
const CLOSE_LIMIT_MS = 1_000

/**
 * Calls `onNotice` for each notification of a channel. A lost connection is replaced; then it is called, too, because notifications may
 * have been missed.
 */
export function listen(url: string, channel: string, onNotice: () => void): NoticeListener {
  const stopping = new AbortController()
  const { signal } = stopping
  const listening = (async () => {
    while (!signal.aborted) {
      await listenOnce(url, channel, onNotice, signal).catch(() => {})
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    close: async () => {
      stopping.abort()
      await listening
    },
  }
}

async function listenOnce(url: string, channel: string, onNotice: () => void, signal: AbortSignal): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: `media-library ${channel}`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  // A lost connection fails the next check.
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', () => onNotice())
  try {
    await client.connect()
    createWatch(url).add(client, ANSWER_LIMIT_MS)
    while (!signal.aborted) {
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      onNotice()
      await Promise.race([ended, sleep(CHECK_MS, undefined, { signal })])
    }
  } finally {
    await Promise.race([client.end(), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })])
  }
}
