import type { ListedFile } from '../state.js'

/** So many files are shown. */
const MOST = 100

/** A list of files that can be opened, with the reason of each. */
export function Listed({
  title,
  files,
  isOpen = false,
}: {
  title: string
  files: readonly ListedFile[]
  isOpen?: boolean
}) {
  if (files.length === 0) return null
  return (
    <details className="uploads-list" open={isOpen}>
      <summary>{title}</summary>
      <ul>
        {files.slice(0, MOST).map(({ id, path, title: reason, detail }) => (
          <li key={id}>
            <strong>{path}</strong>
            {reason && (
              <p>
                {reason}. {detail}
              </p>
            )}
          </li>
        ))}
        {files.length > MOST && <li className="quiet">and {(files.length - MOST).toLocaleString()} more</li>}
      </ul>
    </details>
  )
}
