import { useQuery } from '@tanstack/react-query'
import { Empty } from './shell/empty.js'
import { Failure } from './shell/failure.js'
import { useTitle } from './shell/title.js'
import { daysOf } from './wall/section.js'
import { Wall } from './wall/wall.js'

const all = {}

/** All pictures of the caller, by day. */
export function PhotosPage() {
  useTitle('Photos')
  const { data: sections, error, refetch } = useQuery(daysOf(all))
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!sections) return <div className="loading" role="status" aria-label="Loading the photos" />
  if (sections.length === 0) return <Empty />
  return (
    <Wall name="photos" sections={sections} filter={all}>
      <h1 className="hidden">Photos</h1>
    </Wall>
  )
}
