import { messages } from '../language/messages.js'
import { FilteredPage } from './filtered-page.js'

const archived = { isArchived: true }

/** What the caller wants to keep, and not to see among the photos. */
export function ArchivePage() {
  return <FilteredPage title={messages.places.archive} filter={archived} none={messages.wall.noArchive} />
}
