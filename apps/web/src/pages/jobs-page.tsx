import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FailedJob } from '../jobs/failed-job.js'
import failureStyles from '../jobs/failed-job.module.css'
import { Kinds } from '../jobs/kinds.js'
import { messages } from '../language/messages.js'
import { LightBox } from '../light-box/chunk.js'
import { Opening } from '../light-box/opening.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import { LongList } from '../ui/lists/long-list.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import page from '../ui/page/page.module.css'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'

/**
 * The interval in milliseconds at which jobs are read again. Events report their ends, but not the requests of others.
 */
const REFRESH_MS = 60_000
const FAILURES = 100

/** The progress of the work on the caller's photos, and the failed jobs. */
export function JobsPage() {
  const { queries } = useService()
  const { picture } = useSearch({ strict: false })
  useTitle(messages.places.jobs)
  const counts = useQuery({ ...queries.jobCounts(), refetchInterval: REFRESH_MS })
  const failures = useInfiniteQuery({
    ...queries.jobPages({ state: 'failed' }, { pageSize: FAILURES }),
    refetchInterval: REFRESH_MS,
  })
  const failed = failures.data?.pages.flatMap(({ items }) => items) ?? []
  const fault = findFault(counts, failures)
  return (
    <Scrolled name="jobs" className={page['page']}>
      <h1>{messages.places.jobs}</h1>
      {fault && <ReadFailure error={fault} onRetry={() => Promise.all([counts.refetch(), failures.refetch()])} />}
      {counts.data && <Kinds counts={counts.data} />}
      {failed.length > 0 && (
        <section aria-labelledby="failed-jobs">
          <h2 id="failed-jobs">{messages.jobs.failed}</h2>
          <LongList
            name="failed"
            className={failureStyles['list']}
            items={failed}
            toKey={({ assetId, name }) => `${assetId} ${name}`}
          >
            {(job) => <FailedJob job={job} />}
          </LongList>
          {failures.hasNextPage && (
            <button type="button" onClick={() => failures.fetchNextPage()} disabled={failures.isFetchingNextPage}>
              {messages.verbs.showMore}
            </button>
          )}
        </section>
      )}
      {picture && (
        <Suspense fallback={<Opening />}>
          <LightBox id={picture} sections={[]} filter={{}} />
        </Suspense>
      )}
    </Scrolled>
  )
}
