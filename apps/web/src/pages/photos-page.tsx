import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { daysOf } from '../pictures/section.js'
import { useService } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { useTitle } from '../ui/title.js'
import { Wall } from '../wall/wall.js'
import { Empty } from './empty.js'

/** The filter of the wall that leaves nothing out. */
export const allPhotos = {}

/** All pictures of the caller, by day. */
export function PhotosPage() {
  const { queries } = useService()
  const { picture } = useSearch({ strict: false })
  useTitle('Photos')
  const { data: sections, error, refetch } = useQuery(daysOf(queries, allPhotos))
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!sections) return <div className="loading" role="status" aria-label="Loading the photos" />
  if (sections.length === 0 && !picture) return <Empty />
  return (
    <Wall name="photos" sections={sections} filter={allPhotos}>
      <h1 className="hidden">Photos</h1>
    </Wall>
  )
}
