import type { OpenContext } from '../../../context.js'
import type { Repeated } from '../../../process/repeat.js'

/** Starts what every process that serves or works does once a minute. The code is loaded here, so that other commands start faster. */
export async function startOwnMaintenance(context: OpenContext): Promise<Repeated> {
  const { startMaintenance } = await import('../../../jobs/maintenance.js')
  const { purge } = await import('../../../asset-changes/purge.js')
  return startMaintenance(context, async (signal) =>
    purge({ ...context, derived: await context.openDerived() }, signal),
  )
}
