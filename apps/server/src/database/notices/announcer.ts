import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../connect.js'
import { notify } from './notify.js'

const PAUSE_MS = 20

/**
 * Returns a function that announces something on a channel, at most once in 20 ms for each database. Call it after the commit,
 * because transactions with a NOTIFY wait for each other when they commit. An announcement may be lost.
 */
export function createAnnouncer(channel: string): (database: Database) => Promise<void> {
  /** The databases with a recent announcement, and whether another one has to follow. */
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
