import type { Album } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'

interface TakeBackProps {
  album: Album
  isOwn: boolean
  onClose: () => void
}

/** Asks before an album is deleted by its owner, or left by somebody with whom it is shared. */
export function TakeBackDialog({ album: { id, albumName, sharedUsers }, isOwn, onClose }: TakeBackProps) {
  const { queries, queryClient, mutate, notify } = useService()
  const navigate = useNavigate()
  const name = `“${albumName || 'Untitled'}”`
  const taking = useMutation<void, Error, void>({
    mutationFn: () =>
      isOwn ? mutate(queries.deleteAlbum(id), undefined) : mutate(queries.removeUserFromAlbum(id), 'me'),
    onSuccess: async () => {
      onClose()
      await navigate({ to: '/albums' })
      queryClient.removeQueries({ queryKey: queries.album(id).queryKey })
      notify(isOwn ? `The album ${name} is deleted.` : `You left the album ${name}.`)
    },
  })
  const others = sharedUsers.length > 0 ? ' Those with whom it is shared no longer see it, either.' : ''
  return (
    <ConfirmDialog
      title={isOwn ? `Delete the album ${name}?` : `Leave the album ${name}?`}
      words={
        isOwn
          ? `The photos stay in the library.${others}`
          : 'You no longer see it, until its owner shares it with you again. The photos that you added stay in it.'
      }
      verb={isOwn ? 'Delete' : 'Leave'}
      change={taking}
      onClose={onClose}
    />
  )
}
