import { FilteredPage } from './filtered-page.js'

const archived = { isArchived: true }

/** What the caller wants to keep, and not to see among the photos. */
export function ArchivePage() {
  return (
    <FilteredPage
      title="Archive"
      filter={archived}
      none="Nothing is archived. What you archive leaves the wall of photos, and stays in its albums."
    />
  )
}
