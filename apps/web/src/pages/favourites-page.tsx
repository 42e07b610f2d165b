import { FilteredPage } from './filtered-page.js'

const favourites = { isFavorite: true }

/** What the caller likes best. */
export function FavouritesPage() {
  return (
    <FilteredPage
      title="Favourites"
      filter={favourites}
      none="Nothing is a favourite yet. Open a photo and choose its heart, or select several."
    />
  )
}
