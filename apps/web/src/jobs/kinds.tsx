import type { AssetJobCounts, JobName } from '@media-library/client'
import styles from './kinds.module.css'
import { jobKinds } from './names.js'

/** How far each kind of work is: a bar, what is left, and what failed. */
export function Kinds({ counts }: { counts: AssetJobCounts }) {
  return (
    <ul className={styles['kinds']} aria-label="Kinds of work">
      {jobKinds.map(([name, { title, what }]) => (
        <Kind key={name} title={title} what={what} count={counts[name]} />
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
          {wordsOf(done, total)}
          {failed > 0 && <span className={styles['failed']}>, {failed.toLocaleString()} failed</span>}
        </p>
      </div>
      <progress aria-label={title} value={done} max={Math.max(1, total)} />
      <p className="quiet">{what}</p>
    </li>
  )
}

function wordsOf(done: number, total: number): string {
  if (total === 0) return 'Nothing to do yet'
  if (done === total) return `All ${total.toLocaleString()} done`
  return `${done.toLocaleString()} of ${total.toLocaleString()} done`
}
