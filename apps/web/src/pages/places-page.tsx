import { useQuery } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import { useFind } from '../ui/lists/find.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import { Loading } from '../ui/page/loading.js'
import page from '../ui/page/page.module.css'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { PlaceCards } from './place-cards.js'

/** The places where something was taken, those with most pictures first. */
export function PlacesPage() {
  const { queries } = useService()
  useTitle(messages.places.sites)
  const read = useQuery(queries.places())
  const [found, field] = useFind(read.data ?? [], ({ name, admin1name, admin2name }) =>
    [name, admin1name, admin2name].join(' '),
  )
  const fault = findFault(read)
  if (fault) return <ReadFailure error={fault} onRetry={read.refetch} />
  if (!read.data) return <Loading />
  return (
    <Scrolled name="places" className={page['page']}>
      <header className={page['header']}>
        <h1>{messages.places.sites}</h1>
        {field}
      </header>
      {read.data.length === 0 && <p className="quiet">{messages.sites.none}</p>}
      <PlaceCards name="places" places={found} />
    </Scrolled>
  )
}
