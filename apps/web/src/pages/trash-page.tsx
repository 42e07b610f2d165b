import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'
import { Failure } from '../ui/notices/failure.js'
import header from '../ui/page/header.module.css'
import { FilteredPage } from './filtered-page.js'

const trashed = { isTrashed: true }

/** The assets in the trash, until it is emptied. */
export function TrashPage() {
  const { queries, notify } = useService()
  const { data: config } = useQuery(queries.serverConfig())
  const [isEmptying, setEmptying] = useState(false)
  const restoring = useMutation({
    ...queries.restoreTrash(),
    onSuccess: () => void notify(messages.trash.allRestored),
  })
  const emptying = useMutation({
    ...queries.emptyTrash(),
    onSuccess: () => {
      setEmptying(false)
      notify(messages.trash.empty)
    },
  })
  return (
    <>
      <FilteredPage title={messages.places.trash} filter={trashed} none={messages.trash.empty}>
        {config && config.trashDays > 0 && <p className="quiet">{messages.trash.days(config.trashDays)}</p>}
        {restoring.error && <Failure error={restoring.error} />}
        <div className={header['actions']}>
          <button type="button" disabled={restoring.isPending} onClick={() => restoring.mutate()}>
            {messages.trash.restoreAll}
          </button>
          <button type="button" className="danger" onClick={() => setEmptying(true)}>
            {messages.trash.emptyIt}
          </button>
        </div>
      </FilteredPage>
      {isEmptying && (
        <ConfirmDialog
          title={messages.trash.emptyItAsked}
          words={messages.trash.emptyItMeans}
          verb={messages.trash.emptyIt}
          change={emptying}
          onClose={() => setEmptying(false)}
        />
      )}
    </>
  )
}
