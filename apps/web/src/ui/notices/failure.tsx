import { isProblem } from '@media-library/client'
import { messages } from '../../language/messages.js'
import { toWords } from '../../service/words.js'
import styles from './failure.module.css'

/** Shows what went wrong, and the remedy. Who is signed out signs in again, and returns here. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: (() => unknown) | undefined }) {
  const { title, detail, requestId } = toWords(error)
  return (
    <div className={styles['failure']} role="alert">
      <strong>{title}</strong>
      <p>{detail}</p>
      {requestId && <small>{messages.failures.requestId(requestId)}</small>}
      {onRetry &&
        (isProblem(error, 'unauthenticated') ? (
          // A new page has nothing of the library in memory.
          <a href={`/auth/login?${new URLSearchParams({ back: location.pathname + location.search })}`}>
            {messages.signIn.title}
          </a>
        ) : (
          <button type="button" onClick={() => void onRetry()}>
            {messages.verbs.tryAgain}
          </button>
        ))}
    </div>
  )
}
