import { type RefObject, useEffect, useState } from 'react'
import { messages } from '../language/messages.js'
import { Icon } from '../ui/icon.js'
import styles from './date.module.css'
import type { Group } from './layout/blocks.js'
import { HEADING } from './layout/boxes.js'
import { toGroupName } from './names.js'

interface CurrentDateProps {
  scroller: RefObject<HTMLElement | null>
  /** Returns the group at the top of the wall. */
  findGroup: () => Group | undefined
  /** The first day of the wall. */
  oldest: string
  newest: string
  goToDay: (key: string) => void
}

/** The date at the top of the wall, unless its heading is visible, and a way to another date. */
export function CurrentDate({ scroller, findGroup, oldest, newest, goToDay }: CurrentDateProps) {
  const [group, setGroup] = useState<Group | undefined>(undefined)
  const [isAtTop, setAtTop] = useState(true)
  useEffect(() => {
    const wall = scroller.current
    const look = () => {
      setGroup(findGroup())
      setAtTop((wall?.scrollTop ?? 0) < HEADING)
    }
    look()
    wall?.addEventListener('scroll', look, { passive: true })
    return () => wall?.removeEventListener('scroll', look)
  }, [scroller, findGroup])
  return (
    <div className={styles['place']}>
      {group && (
        <label className={styles['date']}>
          <Icon name="calendar" />
          {!isAtTop && <span aria-hidden="true">{toGroupName(group)}</span>}
          <input
            key={group.key}
            type="date"
            aria-label={messages.wall.goToDate}
            min={oldest}
            max={newest}
            defaultValue={group.key}
            onClick={({ currentTarget }) => currentTarget.showPicker()}
            onChange={({ target }) => target.validity.valid && target.value !== '' && goToDay(target.value)}
          />
        </label>
      )}
    </div>
  )
}
