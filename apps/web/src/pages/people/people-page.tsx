import type { OwnPerson } from '@media-library/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formats, messages } from '../../language/messages.js'
import { Face } from '../../people/face.js'
import { toName } from '../../people/to-name.js'
import { findFault } from '../../service/outage.js'
import { useService } from '../../service/service.js'
import { useFind } from '../../ui/lists/find.js'
import { LongList } from '../../ui/lists/long-list.js'
import { Scrolled } from '../../ui/lists/scrolled.js'
import { Loading } from '../../ui/page/loading.js'
import page from '../../ui/page/page.module.css'
import { ReadFailure } from '../../ui/page/read-failure.js'
import { useTitle } from '../../ui/page/title.js'
import styles from './people-page.module.css'

/** Whether hidden people were shown when the view was left. */
let wasWithHidden = false

/** The people whom the caller's pictures show, by name; those without one come last. */
export function PeoplePage() {
  const { queries } = useService()
  useTitle(messages.places.people)
  const [withHidden, setWithHidden] = useState(wasWithHidden)
  const read = useQuery({ ...queries.people({ withHidden }), placeholderData: keepPreviousData })
  const people = read.data?.people
  const byName = useMemo(() => (people ?? []).toSorted(compare), [people])
  const [found, field] = useFind(byName, ({ name }) => name)
  const fault = findFault(read)
  if (fault) return <ReadFailure error={fault} onRetry={read.refetch} />
  if (!read.data) return <Loading />
  return (
    <Scrolled name="people" className={page['page']}>
      <header className={page['header']}>
        <h1>{messages.places.people}</h1>
        {field}
        {read.data.hidden > 0 && (
          <button
            type="button"
            className={page['last']}
            aria-pressed={withHidden}
            onClick={() => {
              wasWithHidden = !withHidden
              setWithHidden(wasWithHidden)
            }}
          >
            {messages.people.showHidden(read.data.hidden)}
          </button>
        )}
      </header>
      {read.data.total === 0 && <p className="quiet">{messages.people.none}</p>}
      <LongList
        name="people"
        label={messages.places.people}
        className={styles['faces']}
        items={found}
        toKey={({ id }) => id}
      >
        {(person) => (
          <Link to="/people/$personId" params={{ personId: person.id }} className={styles['person']}>
            <Face person={person} />
            <strong className="two-lines">{toName(person)}</strong>
            <span className="quiet">
              {[messages.items(person.count), person.isHidden && messages.people.hidden].filter(Boolean).join(' · ')}
            </span>
          </Link>
        )}
      </LongList>
    </Scrolled>
  )
}

function compare(one: OwnPerson, other: OwnPerson): number {
  return Number(one.name === '') - Number(other.name === '') || formats.compare(one.name, other.name)
}
