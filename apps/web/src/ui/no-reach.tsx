import { messages } from '../language/messages.js'
import { Around } from './around.js'

/** Tells that other devices do not reach the service, and an administrator how they would. */
export function NoReach({ isAdmin }: { isAdmin: boolean }) {
  const { title, listen } = messages.noReach
  return (
    <>
      <p>{title}</p>
      {isAdmin && (
        <p>
          <Around sentence={listen}>
            <code>HOST=0.0.0.0 ALLOW_HTTP=192.168.1.20</code>
          </Around>
        </p>
      )}
    </>
  )
}
