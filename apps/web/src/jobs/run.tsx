import type { AssetJob, JobName, JobsProgress } from '@media-library/client'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import progress from '../ui/progress.module.css'

/** The milliseconds for which the progress of a job is followed; the page of jobs shows it afterwards. */
const LONGEST_MS = 3_600_000

/** Runs a job on pictures, and shows its progress until it has ended. Events update what it changed. */
export async function runJobs(service: Service, name: JobName, pictures: readonly Picture[]): Promise<void> {
  const { client, queries, mutate, notify } = service
  const assetIds = pictures.map(({ id }) => id)
  let close = notify(<Running name={name} progress={{ ended: 0, total: assetIds.length }} />, {
    stays: true,
  })
  const tell = (progress: JobsProgress) => {
    close()
    close = notify(<Running name={name} progress={progress} />, { stays: true })
  }
  try {
    await mutate(queries.runAssetJobs(), { assetIds, name })
    const records = await client.waitForJobs(assetIds, {
      name,
      signal: AbortSignal.timeout(LONGEST_MS),
      onProgress: tell,
    })
    close()
    const failed = records.filter(({ state }) => state === 'failed')
    notify(<Ended name={name} total={records.length} failed={failed} />, { stays: failed.length > 0 })
  } catch (error) {
    close()
    notify(<Failure error={error} onRetry={() => runJobs(service, name, pictures)} />, { isFailure: true })
  }
}

function Running({ name, progress: { ended, total } }: { name: JobName; progress: JobsProgress }) {
  return (
    <label className={progress['running']}>
      {messages.jobs.running(messages.jobs.of[name].run, ended, total)}
      <progress value={ended} max={total} />
    </label>
  )
}

function Ended({ name, total, failed }: { name: JobName; total: number; failed: AssetJob[] }) {
  const [first] = failed
  const { run } = messages.jobs.of[name]
  if (!first) return messages.jobs.succeeded(run, total)
  return messages.jobs.failedFor(run, failed.length, total, first.reason ?? '')
}
