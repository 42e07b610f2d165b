import { createClient } from '@media-library/client'
import { speak } from '../language/messages.js'
import type { SenderEvent } from './item.js'
import type { SpokenOrder } from './sender.js'
import { createSending } from './sending.js'

/** The part of the scope of a worker that is used here. */
interface Scope {
  postMessage: (event: SenderEvent) => void
  onmessage: ((message: { data: SpokenOrder }) => void) | null
}

const scope = globalThis as unknown as Scope

// Checksums use the processor, so they are computed in a worker and the page remains responsive.
const send = createSending(createClient({ baseUrl: location.origin, session: 'cookie' }), (event) =>
  scope.postMessage(event),
)

scope.onmessage = async ({ data: { locale, ...order } }) => {
  await speak(locale)
  send(order)
}
