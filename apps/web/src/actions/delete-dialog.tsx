import { useMutation } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'

interface DeleteProps {
  pictures: readonly Picture[]
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation before photos in the trash are deleted for good. */
export function DeleteDialog({ pictures, onClose, onDeleted }: DeleteProps) {
  const { mutate, queries, notify } = useService()
  const deleting = useMutation<void, Error, void>({
    mutationFn: () => mutate(queries.deleteAssets(), { ids: pictures.map(({ id }) => id), force: true }),
    onSuccess: () => {
      onDeleted()
      notify(messages.trash.deleted(pictures.length))
    },
  })
  return (
    <ConfirmDialog
      title={messages.trash.deleteAsked(pictures.length)}
      words={messages.trash.deleteMeans}
      verb={messages.verbs.deleteForGood}
      change={deleting}
      onClose={onClose}
    />
  )
}
