import { createAnnouncer } from '../database/notices.js'

/** The channel that announces events to servers. */
export const EVENT_CHANNEL = 'event'

/** Announces events to the servers; call it after the commit. Without it, servers find the events within a second. */
export const announceEvents = createAnnouncer(EVENT_CHANNEL)
