import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { Failure } from '../ui/failure.js'
import header from '../ui/header.module.css'
import { FilteredPage } from './filtered-page.js'

const trashed = { isTrashed: true }

/** The assets in the trash, until it is emptied. */
export function TrashPage() {
  const { queries, notify } = useService()
  const { data: config } = useQuery(queries.serverConfig())
  const [isEmptying, setEmptying] = useState(false)
  const restoring = useMutation({
    ...queries.restoreTrash(),
    onSuccess: () => void notify('All of the trash is restored.'),
  })
  const emptying = useMutation({
    ...queries.emptyTrash(),
    onSuccess: () => {
      setEmptying(false)
      notify('The trash is empty.')
    },
  })
  return (
    <>
      <FilteredPage title="Trash" filter={trashed} none="The trash is empty.">
        {config && config.trashDays > 0 && (
          <p className="quiet">What is here is deleted for good after {config.trashDays} days.</p>
        )}
        {restoring.error && <Failure error={restoring.error} />}
        <div className={header['actions']}>
          <button type="button" disabled={restoring.isPending} onClick={() => restoring.mutate()}>
            Restore all
          </button>
          <button type="button" className="danger" onClick={() => setEmptying(true)}>
            Empty the trash
          </button>
        </div>
      </FilteredPage>
      {isEmptying && (
        <ConfirmDialog
          title="Empty the trash?"
          words="All that is in it is deleted for good. Nobody can bring it back."
          verb="Empty the trash"
          change={emptying}
          onClose={() => setEmptying(false)}
        />
      )}
    </>
  )
}
