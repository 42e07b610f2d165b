import type { AssetJob } from '@media-library/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { Reason } from '../ui/reason.js'
import styles from './failed-job.module.css'

/** A failed job: its picture, its name, the reason, the remedy, and a button for another attempt. */
export function FailedJob({ job: { assetId, name, reason } }: { job: AssetJob }) {
  const { client, queries } = useService()
  const { data: asset } = useQuery(queries.asset(assetId))
  const { fault, toDo } = messages.jobs.of[name]
  const retry = useMutation(queries.runAssetJobs())
  return (
    <div className={styles['job']}>
      <Link to="." search={{ picture: assetId }} className={styles['picture']} aria-hidden="true" tabIndex={-1}>
        {asset?.resized && <img src={client.thumbnailUrl(asset)} alt="" loading="lazy" />}
      </Link>
      <div>
        <Link to="." search={{ picture: assetId }}>
          {asset?.originalFileName ?? messages.jobs.aPhoto}
        </Link>
        <p>{fault}</p>
        <p>{asset?.isOffline ? messages.jobs.fileIsMissing : toDo}</p>
        <Reason reason={reason} />
        {retry.error && <Failure error={retry.error} />}
      </div>
      <button
        type="button"
        disabled={retry.isPending || retry.isSuccess}
        onClick={() => retry.mutate({ assetIds: [assetId], name })}
      >
        {retry.isSuccess ? messages.jobs.trying : messages.verbs.retry}
      </button>
    </div>
  )
}
