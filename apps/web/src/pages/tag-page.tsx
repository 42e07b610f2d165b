import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { messages } from '../language/messages.js'
import { toSections } from '../pictures/section.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import { DeleteTagDialog } from '../tags/delete-tag-dialog.js'
import { RenameDialog } from '../ui/dialogs/rename-dialog.js'
import header from '../ui/page/header.module.css'
import { Loading } from '../ui/page/loading.js'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { Wall } from '../wall/wall.js'

const PAGE = 500

const none = {}

/** The pictures with a tag, by day; more are read near the end. */
export function TagPage() {
  const { queries, mutate } = useService()
  const { tagId } = useParams({ from: '/home/tags/$tagId' })
  const tag = useQuery(queries.tag(tagId))
  const pages = useInfiniteQuery(queries.assetPagesWithTag(tagId, { pageSize: PAGE }))
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  useTitle(tag.data?.name ?? messages.fields.tag)

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const sections = useMemo(() => toSections(pages.data?.pages.flatMap(({ items }) => items) ?? []), [pages.data])

  const fault = findFault(tag, pages)
  if (fault) return <ReadFailure error={fault} onRetry={() => Promise.all([tag.refetch(), pages.refetch()])} />
  if (!pages.data) return <Loading />
  return (
    <>
      <Wall name={`tag ${tagId}`} sections={sections} filter={none} onEnd={onEnd}>
        <header className={header['header']}>
          <h1 className="two-lines">{tag.data?.name}</h1>
          {sections.length === 0 && <p className="quiet">{messages.tags.nothing}</p>}
          {tag.data && (
            <div className={header['actions']}>
              <button type="button" onClick={() => setRenaming(true)}>
                {messages.verbs.rename}
              </button>
              <button type="button" className="danger-quiet" onClick={() => setDeleting(true)}>
                {messages.verbs.delete}
              </button>
            </div>
          )}
        </header>
      </Wall>
      {isDeleting && tag.data && <DeleteTagDialog tag={tag.data} onClose={() => setDeleting(false)} />}
      {isRenaming && tag.data && (
        <RenameDialog
          title={messages.tags.renaming}
          name={tag.data.name}
          maxLength={500}
          required
          rename={(name) => mutate(queries.updateTag(tagId), { name })}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
