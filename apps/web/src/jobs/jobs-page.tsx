import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../service/client.js'
import { Failure } from '../shell/failure.js'
import { useTitle } from '../shell/title.js'
import { jobNouns, jobStates, jobs } from './names.js'

const SOON_MS = 2_000
const LATER_MS = 15_000
const FAILURES = 100

/** How the jobs of the caller's assets stand, and why some failed. */
export function JobsPage() {
  useTitle('Jobs')
  const counts = useQuery({
    queryKey: ['media-library', 'jobs', 'counts'],
    queryFn: ({ signal }) => client.getJobCounts({ signal }),
    refetchInterval: ({ state: { data } }) =>
      data && jobs.some(([name]) => data[name].queued + data[name].running > 0) ? SOON_MS : LATER_MS,
  })
  const failures = useQuery({
    queryKey: ['media-library', 'jobs', 'failed'],
    queryFn: async ({ signal }) => (await client.getAssetJobs({ state: 'failed', limit: FAILURES }, { signal })).items,
    refetchInterval: LATER_MS,
  })
  const error = counts.error ?? failures.error
  return (
    <div className="page">
      <h1>Jobs</h1>
      {error && <Failure error={error} onRetry={() => Promise.all([counts.refetch(), failures.refetch()])} />}
      {counts.data && (
        <section
          className="table-box"
          aria-label="Jobs by state"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Job</th>
                {jobStates.map((state) => (
                  <th key={state} scope="col" className="number">
                    {state}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {jobs.map(([name]) => (
                <tr key={name}>
                  <th scope="row">{jobNouns[name]}</th>
                  {jobStates.map((state) => (
                    <td key={state} className="number">
                      {counts.data[name][state].toLocaleString()}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {failures.data && failures.data.length > 0 && (
        <section aria-label="Failed jobs">
          <h2>Failed</h2>
          <ul className="failures">
            {failures.data.map(({ assetId, name, reason }) => (
              <li key={`${assetId} ${name}`}>
                <Link to="/" search={{ picture: assetId }}>
                  {jobNouns[name]}
                </Link>
                <span className="quiet">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
