import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formats, messages } from '../language/messages.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import chips from '../ui/chips.module.css'
import { Icon } from '../ui/icon.js'
import { useFind } from '../ui/lists/find.js'
import { LongList } from '../ui/lists/long-list.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import { Loading } from '../ui/page/loading.js'
import page from '../ui/page/page.module.css'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'

/** The tags of the caller, by name. */
export function TagsPage() {
  const { queries } = useService()
  useTitle(messages.places.tags)
  const read = useQuery(queries.tags())
  const tags = read.data
  const byName = useMemo(() => (tags ?? []).toSorted((one, other) => formats.compare(one.name, other.name)), [tags])
  const [found, field] = useFind(byName, ({ name }) => name)
  const fault = findFault(read)
  if (fault) return <ReadFailure error={fault} onRetry={read.refetch} />
  if (!tags) return <Loading />
  return (
    <Scrolled name="tags" className={page['page']}>
      <header className={page['header']}>
        <h1>{messages.places.tags}</h1>
        {field}
      </header>
      {tags.length === 0 && <p className="quiet">{messages.tags.none}</p>}
      <LongList name="tags" className={`${chips['chips']} ${chips['columns']}`} items={found} toKey={({ id }) => id}>
        {({ id, name }) => (
          <Link to="/tags/$tagId" params={{ tagId: id }}>
            <Icon name="tags" />
            <span className="two-lines">{name}</span>
          </Link>
        )}
      </LongList>
    </Scrolled>
  )
}
