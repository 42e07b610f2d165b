import { messages } from '../language/messages.js'
import { FilteredPage } from './filtered-page.js'

const archived = { isArchived: true }

/** The archive: pictures that the caller keeps outside of the photos. */
export function ArchivePage() {
  return <FilteredPage title={messages.places.archive} filter={archived} none={messages.wall.noArchive} />
}
