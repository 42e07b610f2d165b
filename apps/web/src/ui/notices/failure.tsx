import { messages } from '../../language/messages.js'
import { toWords } from '../../service/words.js'
import styles from './failure.module.css'

/** Shows what went wrong, and the remedy. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: (() => unknown) | undefined }) {
  const { title, detail, requestId } = toWords(error)
  return (
    <div className={styles['failure']} role="alert">
      <strong>{title}</strong>
      <p>{detail}</p>
      {requestId && <small>{messages.failures.requestId(requestId)}</small>}
      {onRetry && (
        <button type="button" onClick={() => void onRetry()}>
          {messages.verbs.tryAgain}
        </button>
      )}
    </div>
  )
}
