import { messages } from '../language/messages.js'
import { FilteredPage } from './filtered-page.js'

const favourites = { isFavorite: true }

/** The favourites of the caller. */
export function FavouritesPage() {
  return <FilteredPage title={messages.places.favourites} filter={favourites} none={messages.wall.noFavourites} />
}
