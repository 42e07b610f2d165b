import { createClient } from '@media-library/client'
import { chooseLanguage } from '../language/messages.js'
import type { SenderEvent, SenderOrder } from './item.js'
import { createSending } from './sending.js'

/** The part of the scope of a worker that is used here. */
interface Scope {
  postMessage: (event: SenderEvent) => void
  onmessage: ((message: { data: SenderOrder }) => void) | null
}

const scope = globalThis as unknown as Scope

const language = chooseLanguage()

// Checksums use the processor, so they are computed in a worker and the page remains responsive.
const send = createSending(createClient({ baseUrl: location.origin, session: 'cookie' }), (event) =>
  scope.postMessage(event),
)

scope.onmessage = async ({ data }) => {
  await language
  send(data)
}
