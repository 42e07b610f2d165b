import type { AssetJob, JobName } from '@media-library/client'
import { client } from '../service/client.js'

/** So many assets fit into one question. */
const ASKED = 200
const PAUSE_MS = 1_000

/** How the jobs of a selection stand. */
export interface Progress {
  ended: number
  total: number
  failed: AssetJob[]
}

/** Asks until all jobs of that name have ended for those assets. Throws what a question throws, or the reason of the signal. */
export async function watchJobs(
  assetIds: string[],
  { name, signal, onProgress }: { name: JobName; signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<Progress> {
  let open = assetIds
  const failed: AssetJob[] = []
  for (;;) {
    const still: string[] = []
    for (let first = 0; first < open.length; first += ASKED) {
      const asked = open.slice(first, first + ASKED)
      const { items } = await client.getAssetJobs({ assetId: asked, name }, { signal })
      failed.push(...items.filter(({ state }) => state === 'failed'))
      still.push(
        ...items.filter(({ state }) => state === 'queued' || state === 'running').map(({ assetId }) => assetId),
      )
    }
    open = still
    const progress = { ended: assetIds.length - open.length, total: assetIds.length, failed }
    onProgress(progress)
    if (open.length === 0) return progress
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    signal.throwIfAborted()
  }
}
