import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FailedJob } from '../jobs/failed-job.js'
import { jobNouns, jobStates, jobs } from '../jobs/names.js'
import { LightBox } from '../light-box/chunk.js'
import { Opening } from '../light-box/opening.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import page from '../ui/page.module.css'
import { useTitle } from '../ui/title.js'
import styles from './jobs-page.module.css'

/** Events tell when jobs end. Those that others have requested show up within this time. */
const REFRESH_MS = 60_000
const FAILURES = 100

/** How the jobs of the caller's assets stand, and why some failed. */
export function JobsPage() {
  const { queries } = useService()
  const { picture } = useSearch({ strict: false })
  useTitle('Jobs')
  const counts = useQuery({ ...queries.jobCounts(), refetchInterval: REFRESH_MS })
  const failures = useInfiniteQuery({
    ...queries.jobPages({ state: 'failed' }, { pageSize: FAILURES }),
    refetchInterval: REFRESH_MS,
  })
  const failed = failures.data?.pages.flatMap(({ items }) => items) ?? []
  const error = counts.error ?? failures.error
  return (
    <div className={page['page']}>
      <h1>Jobs</h1>
      {error && <Failure error={error} onRetry={() => Promise.all([counts.refetch(), failures.refetch()])} />}
      {counts.data && (
        <table className={styles['table']} aria-label="Jobs by state">
          <thead>
            <tr>
              <th scope="col">State</th>
              {jobs.map(([name]) => (
                <th key={name} scope="col" className={styles['number']}>
                  {jobNouns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {jobStates.map((state) => (
              <tr key={state}>
                <th scope="row">{state}</th>
                {jobs.map(([name]) => (
                  <td key={name} className={styles['number']}>
                    {counts.data[name][state].toLocaleString()}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {failed.length > 0 && (
        <section aria-label="Failed jobs">
          <h2>Failed</h2>
          <ul className={styles['failures']}>
            {failed.map((job) => (
              <FailedJob key={`${job.assetId} ${job.name}`} job={job} />
            ))}
          </ul>
          {failures.hasNextPage && (
            <button type="button" onClick={() => failures.fetchNextPage()} disabled={failures.isFetchingNextPage}>
              Show more
            </button>
          )}
        </section>
      )}
      {picture && (
        <Suspense fallback={<Opening />}>
          <LightBox id={picture} sections={[]} filter={{}} />
        </Suspense>
      )}
    </div>
  )
}
