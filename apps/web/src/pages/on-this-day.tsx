import type { Memory } from '@media-library/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { messages } from '../language/messages.js'
import { Cover } from '../pictures/cover.js'
import { type Section, toSections } from '../pictures/section.js'
import { useService } from '../service/service.js'
import { IconButton } from '../ui/button.js'
import styles from './on-this-day.module.css'

/** The day on which the strip was last closed, in the storage of the browser. */
const CLOSED = 'on-this-day-closed'

interface OnThisDay {
  memories: Memory[]
  /** The pictures of the year that is open in the light box. */
  set: Section[] | undefined
  /** Closes the strip until tomorrow. */
  close: () => void
}

/** Reads what was taken on this day of earlier years, unless the user wants no memories, or none today. */
export function useOnThisDay(): OnThisDay {
  const { queries } = useService()
  const { yearsAgo } = useSearch({ strict: false })
  const [today] = useState(() => new Date())
  const day = toName(today)
  const [closed, setClosed] = useState(() => localStorage.getItem(CLOSED))
  const { data: me } = useQuery(queries.me())
  const isWanted = me !== undefined && me.memoriesEnabled !== false && closed !== day
  const { data = none } = useQuery({
    ...queries.memoryLane(toDayOfYear(today)),
    enabled: isWanted,
  })
  const memories = isWanted ? data : none
  const set = useMemo(() => {
    const memory = memories.find((each) => each.yearsAgo === yearsAgo)
    return memory && toSections(memory.assets)
  }, [memories, yearsAgo])
  const close = () => {
    localStorage.setItem(CLOSED, day)
    setClosed(day)
  }
  return { memories, set, close }
}

/** A strip of earlier years, each of which opens as a set in the light box. */
export function OnThisDayStrip({ memories, close }: Pick<OnThisDay, 'memories' | 'close'>) {
  const list = useRef<HTMLUListElement>(null)
  const { yearsAgo } = useSearch({ strict: false })
  const last = useRef<number | undefined>(undefined)
  useEffect(() => {
    // The light box leads back to the year from which it was opened.
    if (yearsAgo === undefined && last.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-years-ago="${last.current}"]`)?.focus()
    last.current = yearsAgo
  }, [yearsAgo])
  if (memories.length === 0) return null
  const { title, ago } = messages.onThisDay
  return (
    <section className={styles['strip']} aria-label={title}>
      <div className={styles['heading']}>
        <h2>{title}</h2>
        <IconButton icon="close" label={messages.onThisDay.close} onClick={close} />
      </div>
      <ul ref={list} className={styles['years']}>
        {memories.map(({ yearsAgo, assets }) => {
          const [first] = assets
          return (
            first && (
              <li key={yearsAgo}>
                <Link to="/" search={{ picture: first.id, yearsAgo }} data-years-ago={yearsAgo}>
                  <Cover id={first.id} updatedAt={first.updatedAt} />
                  <strong>{ago(yearsAgo)}</strong>
                  <span className="quiet">{messages.items(assets.length)}</span>
                </Link>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

const none: never[] = []

export function toDayOfYear(day: Date) {
  return { day: day.getDate(), month: day.getMonth() + 1 }
}

function toName(day: Date): string {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join('-')
}
