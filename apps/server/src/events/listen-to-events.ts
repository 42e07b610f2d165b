import type { Handler } from '../answers/handler.js'
import { eventStream } from './event-stream.js'

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
