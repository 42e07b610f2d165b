import type { AssetJobCounts, JobName } from '@media-library/client'
import { messages } from '../language/messages.js'
import styles from './kinds.module.css'
import { jobs } from './names.js'

/** The progress of each kind of work: a bar, the number of jobs that are left, and those that failed. */
export function Kinds({ counts }: { counts: AssetJobCounts }) {
  return (
    <ul className={styles['kinds']} aria-label={messages.jobs.kinds}>
      {jobs.map((name) => (
        <Kind key={name} {...messages.jobs.of[name]} count={counts[name]} />
      ))}
    </ul>
  )
}

function Kind({ title, what, count }: { title: string; what: string; count: AssetJobCounts[JobName] }) {
  const { queued, running, succeeded, skipped, failed } = count
  const done = succeeded + skipped
  const total = queued + running + done + failed
  return (
    <li>
      <div className={styles['heading']}>
        <h2>{title}</h2>
        <p>
          {describeProgress(done, total)}
          {failed > 0 && <span className={styles['failed']}>{messages.jobs.failedCount(failed)}</span>}
        </p>
      </div>
      <progress aria-label={title} value={done} max={Math.max(1, total)} />
      <p className="quiet">{what}</p>
    </li>
  )
}

function describeProgress(done: number, total: number): string {
  if (total === 0) return messages.jobs.nothingToDo
  return done === total ? messages.jobs.allDone(total) : messages.jobs.someDone(done, total)
}
