import { messages } from '../language/messages.js'
import styles from './opening.module.css'

/** The placeholder while a picture is opened. */
export function Opening() {
  return (
    <div className={styles['opening']}>
      <div className="loading" role="status" aria-label={messages.lightBox.opening} />
    </div>
  )
}
