import { wordsOf } from '../service/words.js'

/** Says what went wrong, and offers what can be done. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: (() => unknown) | undefined }) {
  const { title, detail, requestId } = wordsOf(error)
  return (
    <div className="failure" role="alert">
      <strong>{title}</strong>
      <p>{detail}</p>
      {requestId && <p className="quiet">Request ID: {requestId}</p>}
      {onRetry && (
        <button type="button" onClick={() => void onRetry()}>
          Try again
        </button>
      )}
    </div>
  )
}
