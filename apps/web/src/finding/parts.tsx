import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { Icon } from '../ui/icon.js'
import type { Part } from './asked.js'
import styles from './parts.module.css'

/** What is asked for, of which each part can be taken off. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className={styles['parts']} aria-label={messages.finding.asked}>
      {parts.map(({ label, without }, index) => (
        <li key={`${index} ${label}`}>
          <Link to="/search" search={without} aria-label={messages.finding.takeOff(label)}>
            <span className="two-lines">{label}</span>
            <Icon name="close" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
