import { messages } from '../language/messages.js'
import styles from './opening.module.css'

/** What stands there while a picture is opened. */
export function Opening() {
  return (
    <div className={styles['opening']}>
      <div className="loading" role="status" aria-label={messages.lightBox.opening} />
    </div>
  )
}
