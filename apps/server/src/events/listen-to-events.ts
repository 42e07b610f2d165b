import type { Handler } from '../answers/handler.js'
import { eventStream } from './event-stream.js'

export const listenToEvents: Handler<'listenToEvents'> =
  ({ events }) =>
  async ({ query: { wait }, headers, caller: { user, credentialId } }) => {
    const caller = { userId: user.id, credentialId }
    await events.requireRoom(caller)
    return {
      status: 200,
      body: eventStream(events, caller, { lastEventId: headers['last-event-id'] || undefined, wait }),
    }
  }
