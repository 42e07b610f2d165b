import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Asked, isEmpty, readAsked } from '../finding/asked.js'
import { NothingFound } from '../finding/nothing-found.js'
import { Parts } from '../finding/parts.js'
import { useParts } from '../finding/use-parts.js'
import { messages } from '../language/messages.js'
import { toSections } from '../pictures/section.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import header from '../ui/page/header.module.css'
import { Loading } from '../ui/page/loading.js'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { Wall } from '../wall/wall.js'
import { Explore } from './explore.js'

const PAGE = 500

const none = {}

/** What was found, by day; more is read near the end. Nothing is asked for at first, and the page shows what there is to find. */
export function SearchPage() {
  const key = JSON.stringify(readAsked(useSearch({ from: '/home/search' })))
  const asked = useMemo((): Asked => JSON.parse(key), [key])
  return isEmpty(asked) ? <Explore /> : <Found key={key} asked={asked} />
}

function Found({ asked }: { asked: Asked }) {
  const { queries } = useService()
  const pages = useInfiniteQuery(queries.searchPages(asked, { pageSize: PAGE }))
  const parts = useParts(asked)
  useTitle(parts.map(({ label }) => label).join(' '))

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const sections = useMemo(() => toSections(pages.data?.pages.flatMap(({ items }) => items) ?? []), [pages.data])

  const fault = findFault(pages)
  if (fault) return <ReadFailure error={fault} onRetry={pages.refetch} />
  if (!pages.data) return <Loading />
  const total = pages.data.pages[0]?.total ?? 0
  return (
    <Wall name={`search ${JSON.stringify(asked)}`} sections={sections} filter={none} onEnd={onEnd}>
      <header className={header['header']}>
        <h1 className="hidden">{messages.finding.search}</h1>
        <Parts parts={parts} />
        <p className="quiet" role="status">
          {messages.finding.found(total)}
        </p>
      </header>
      {total === 0 && <NothingFound parts={parts} hasWords={asked.q !== undefined} />}
    </Wall>
  )
}
