import { messages } from '../../language/messages.js'

/** The placeholder while something is loading. */
export function Loading() {
  return <div className="loading" role="status" aria-label={messages.loading} />
}
