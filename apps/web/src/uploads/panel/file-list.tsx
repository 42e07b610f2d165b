import { messages } from '../../language/messages.js'
import type { Listing } from '../state.js'
import styles from './panel.module.css'

/** A list of files that can be opened, with the reason of each. */
export function FileList({
  title,
  files: { count, firsts },
  isOpen = false,
}: {
  title: string
  files: Listing
  isOpen?: boolean
}) {
  if (count === 0) return null
  return (
    <details className={styles['list']} open={isOpen}>
      <summary>{title}</summary>
      <ul>
        {firsts.map(({ id, path, title: reason, detail }) => (
          <li key={id}>
            <strong>{path}</strong>
            {reason && (
              <p>
                {reason}. {detail}
              </p>
            )}
          </li>
        ))}
        {count > firsts.length && <li className="quiet">{messages.uploads.andMore(count - firsts.length)}</li>}
      </ul>
    </details>
  )
}
