import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import chips from '../ui/chips.module.css'
import { Scrolled } from '../ui/lists/scrolled.js'
import { Loading } from '../ui/page/loading.js'
import page from '../ui/page/page.module.css'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { PlaceCards } from './place-cards.js'

/** The number of places and cameras; the others have a view of their own, or are suggested. */
const MOST = 12

/** What there is to find: kinds, places and cameras. */
export function Explore() {
  const { queries } = useService()
  const places = useQuery(queries.places())
  const cameras = useQuery(queries.searchSuggestions({ type: 'camera-model' }))
  useTitle(messages.finding.search)
  const fault = findFault(places, cameras)
  if (fault) return <ReadFailure error={fault} onRetry={() => Promise.all([places.refetch(), cameras.refetch()])} />
  if (!places.data || !cameras.data) return <Loading />
  const { groups, kinds, marked } = messages.finding
  return (
    <Scrolled name="explore" className={page['page']}>
      <h1>{messages.finding.search}</h1>
      <p className="quiet">{messages.finding.hint}</p>
      <section aria-label={groups.kinds}>
        <h2>{groups.kinds}</h2>
        <ul className={chips['chips']}>
          {(['IMAGE', 'VIDEO', 'AUDIO'] as const).map((type) => (
            <li key={type}>
              <Link to="/search" search={{ type }}>
                {kinds[type]}
              </Link>
            </li>
          ))}
          {(['isFavorite', 'isMotion', 'isNotInAlbum'] as const).map((name) => (
            <li key={name}>
              <Link to="/search" search={{ [name]: true }}>
                {marked[name]}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {places.data.length > 0 && (
        <section aria-label={groups.places}>
          <h2>{groups.places}</h2>
          <PlaceCards name="explored" places={places.data.slice(0, MOST)} />
          {places.data.length > MOST && (
            <p>
              <Link to="/places">{messages.sites.all}</Link>
            </p>
          )}
        </section>
      )}
      {cameras.data.length > 0 && (
        <section aria-label={groups.cameras}>
          <h2>{groups.cameras}</h2>
          <ul className={chips['chips']}>
            {cameras.data.slice(0, MOST).map((model) => (
              <li key={model}>
                <Link to="/search" search={{ model }}>
                  {model}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Scrolled>
  )
}
