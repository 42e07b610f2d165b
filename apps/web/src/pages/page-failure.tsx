import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failure } from '../ui/failure.js'

/** A page that cannot be shown. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="message">
      <Failure error={error} onRetry={retry} />
    </main>
  )
}
