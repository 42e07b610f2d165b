import { eventStream } from '../answer/event-stream.js'
import type { Handler } from '../handler.js'

export const listenToEvents: Handler<'listenToEvents'> =
  ({ events }) =>
  async ({ query: { wait }, headers, req }) => {
    const caller = { userId: req.user.id, credentialId: req.caller?.id ?? '' }
    await events.requireRoom(caller)
    return {
      status: 200,
      body: eventStream(events, caller, { lastEventId: headers['last-event-id'] || undefined, wait }),
    }
  }
