import { messages } from '../language/messages.js'

/** What stands there while something is read. */
export function Loading() {
  return <div className="loading" role="status" aria-label={messages.loading} />
}
