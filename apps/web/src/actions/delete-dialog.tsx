import { useMutation } from '@tanstack/react-query'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { itemsOf } from '../ui/items-of.js'

interface DeleteProps {
  pictures: readonly Picture[]
  onClose: () => void
  onDeleted: () => void
}

/** Asks before photos of the trash are deleted for good. */
export function DeleteDialog({ pictures, onClose, onDeleted }: DeleteProps) {
  const { mutate, queries, notify } = useService()
  const deleting = useMutation<void, Error, void>({
    mutationFn: () => mutate(queries.deleteAssets(), { ids: pictures.map(({ id }) => id), force: true }),
    onSuccess: () => {
      onDeleted()
      notify(`Deleted ${itemsOf(pictures.length)} for good.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${itemsOf(pictures.length)} for good?`}
      words="Nobody can bring this back."
      verb="Delete for good"
      change={deleting}
      onClose={onClose}
    />
  )
}
