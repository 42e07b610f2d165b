import { createClient } from '@media-library/client'
import { chooseLanguage } from '../language/messages.js'
import type { SenderEvent, SenderOrder } from './item.js'
import { createSending } from './sending.js'

/** What is needed of the scope of a worker. */
interface Scope {
  postMessage: (event: SenderEvent) => void
  onmessage: ((message: { data: SenderOrder }) => void) | null
}

const scope = globalThis as unknown as Scope

const language = chooseLanguage()

// Checksums take the processor, and the page stays free for the hands of people.
const send = createSending(createClient({ baseUrl: location.origin, session: 'cookie' }), (event) =>
  scope.postMessage(event),
)

scope.onmessage = async ({ data }) => {
  await language
  send(data)
}
