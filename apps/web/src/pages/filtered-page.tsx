import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { daysQuery, type WallFilter } from '../pictures/section.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import header from '../ui/page/header.module.css'
import { Loading } from '../ui/page/loading.js'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { Wall } from '../wall/wall.js'

interface FilteredProps {
  title: string
  filter: WallFilter
  /** The elements beside the title. */
  children?: ReactNode
  /** The text of an empty wall. */
  none: string
}

/** The pictures of the caller that match a filter, by day. */
export function FilteredPage({ title, filter, children, none }: FilteredProps) {
  const { queries } = useService()
  useTitle(title)
  const days = useQuery(daysQuery(queries, filter))
  const sections = days.data
  const fault = findFault(days)
  if (fault) return <ReadFailure error={fault} onRetry={days.refetch} />
  if (!sections) return <Loading />
  return (
    <Wall name={title} sections={sections} filter={filter}>
      <header className={header['header']}>
        <h1>{title}</h1>
        {sections.length > 0 && children}
        {sections.length === 0 && <p className="quiet">{none}</p>}
      </header>
    </Wall>
  )
}
