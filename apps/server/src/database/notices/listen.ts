import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createWatch } from '../dead-connections/watch.js'

/** A connection that listens on a channel. */
export interface NoticeListener {
  close(): Promise<void>
}

const CONNECT_LIMIT_MS = 5_000
const ANSWER_LIMIT_MS = 5_000
/** How often the connection is checked. */
const CHECK_MS = 10_000
const RECONNECT_MS = 500
const CLOSE_LIMIT_MS = 1_000

/**
 * Called with the payload of each notification. Called without one when the connection was opened or replaced, because
 * notifications may have been missed.
 */
type OnNotice = (payload?: string) => void

/** Listens on a channel. A lost connection is replaced. */
export function listen(url: string, channel: string, onNotice: OnNotice): NoticeListener {
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

async function listenOnce(url: string, channel: string, onNotice: OnNotice, signal: AbortSignal): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: `media-library ${channel}`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  // A lost connection fails the next check.
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', ({ payload }) => onNotice(payload))
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
