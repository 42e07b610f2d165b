import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { formats, messages } from '../../language/messages.js'
import { EditPersonDialog } from '../../people/edit-person-dialog.js'
import { MergeDialog } from '../../people/merge-dialog.js'
import { toName } from '../../people/to-name.js'
import { toSections } from '../../pictures/section.js'
import { findFault } from '../../service/outage.js'
import { useService } from '../../service/service.js'
import { Failure } from '../../ui/notices/failure.js'
import header from '../../ui/page/header.module.css'
import { Loading } from '../../ui/page/loading.js'
import { ReadFailure } from '../../ui/page/read-failure.js'
import { useTitle } from '../../ui/page/title.js'
import { Wall } from '../../wall/wall.js'

const PAGE = 500

const none = {}

/** The pictures that show a person, by day; more are read near the end. */
export function PersonPage() {
  const { queries, notify } = useService()
  const { personId } = useParams({ from: '/home/people/$personId' })
  const read = useQuery(queries.person(personId))
  const pages = useInfiniteQuery(queries.assetPagesWithPerson(personId, { pageSize: PAGE }))
  const [dialog, setDialog] = useState<'edit' | 'merge' | null>(null)
  const person = read.data
  const hiding = useMutation({
    ...queries.updatePerson(personId),
    onError: (error) => notify(<Failure error={error} />, { isFailure: true }),
  })
  useTitle(person ? toName(person) : messages.places.people)

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const sections = useMemo(() => toSections(pages.data?.pages.flatMap(({ items }) => items) ?? []), [pages.data])

  const fault = findFault(read, pages)
  if (fault) return <ReadFailure error={fault} onRetry={() => Promise.all([read.refetch(), pages.refetch()])} />
  if (!pages.data || !person) return <Loading />
  const about = [
    person.birthDate && messages.people.born(formats.dayRange(new Date(person.birthDate), new Date(person.birthDate))),
    person.isHidden && messages.people.hidden,
    messages.items(person.count),
  ]
  const close = () => setDialog(null)
  return (
    <>
      <Wall name={`person ${personId}`} sections={sections} filter={none} onEnd={onEnd}>
        <header className={header['header']}>
          <h1 className="two-lines">{toName(person)}</h1>
          <p className="quiet">{about.filter(Boolean).join(' · ')}</p>
          <div className={header['actions']}>
            <button type="button" onClick={() => setDialog('edit')}>
              {messages.verbs.edit}
            </button>
            <button type="button" onClick={() => setDialog('merge')}>
              {messages.people.mergeWith}
            </button>
            <button
              type="button"
              disabled={hiding.isPending}
              onClick={() => hiding.mutate({ isHidden: !person.isHidden })}
            >
              {person.isHidden ? messages.people.show : messages.people.hide}
            </button>
          </div>
        </header>
      </Wall>
      {dialog === 'edit' && <EditPersonDialog person={person} onClose={close} />}
      {dialog === 'merge' && <MergeDialog person={person} onClose={close} />}
    </>
  )
}
