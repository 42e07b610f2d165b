import { messages } from '../language/messages.js'
import { Around } from './around.js'

/** Why a job failed, in the words of the service, which speaks English alone. */
export function Reason({ reason }: { reason: string | null }) {
  if (!reason) return null
  return (
    <p className="quiet">
      <Around sentence={messages.jobs.reason}>
        <span lang="en">{reason}</span>
      </Around>
    </p>
  )
}
