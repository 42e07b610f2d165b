import { useSelector } from '@tanstack/react-store'
import { isPassing } from '../../service/outage.js'
import { useService } from '../../service/service.js'
import { Failure } from '../notices/failure.js'

/** Shows why something could not be read. While the service is away, the banner of the page shows it instead. */
export function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const isOut = useSelector(useService().outage, (state) => state.isOut)
  return isOut && isPassing(error) ? null : <Failure error={error} onRetry={onRetry} />
}
