import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { messages } from '../language/messages.js'
import { daysQuery } from '../pictures/section.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import { Loading } from '../ui/page/loading.js'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { Wall } from '../wall/wall.js'
import { OnThisDayStrip, useOnThisDay } from './on-this-day.js'

const Empty = lazy(async () => ({ default: (await import('./empty.js')).Empty }))

/** The filter of the wall. Archived photos have a page of their own. */
export const allPhotos = { isArchived: false }

/** All pictures of the caller, by day. */
export function PhotosPage() {
  const { queries } = useService()
  const { picture } = useSearch({ strict: false })
  const { memories, set, close } = useOnThisDay()
  useTitle(messages.places.photos)
  const days = useQuery(daysQuery(queries, allPhotos))
  const sections = days.data
  const fault = findFault(days)
  if (fault) return <ReadFailure error={fault} onRetry={days.refetch} />
  if (!sections) return <Loading />
  if (sections.length === 0 && !picture)
    return (
      <Suspense>
        <Empty />
      </Suspense>
    )
  return (
    <Wall name="photos" sections={sections} filter={allPhotos} set={set}>
      <h1 className="hidden">{messages.places.photos}</h1>
      <OnThisDayStrip memories={memories} close={close} />
    </Wall>
  )
}
