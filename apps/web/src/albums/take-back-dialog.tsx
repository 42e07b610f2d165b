import type { Album } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'

interface TakeBackProps {
  album: Album
  isOwn: boolean
  onClose: () => void
}

/** Asks for confirmation before an album is deleted by its owner, or left by a user with whom it is shared. */
export function TakeBackDialog({ album: { id, albumName, sharedUsers }, isOwn, onClose }: TakeBackProps) {
  const { queries, queryClient, mutate, notify } = useService()
  const navigate = useNavigate()
  const name = messages.quoted(albumName || messages.untitled)
  const taking = useMutation<void, Error, void>({
    mutationFn: () =>
      isOwn ? mutate(queries.deleteAlbum(id), undefined) : mutate(queries.removeUserFromAlbum(id), 'me'),
    onSuccess: async () => {
      onClose()
      await navigate({ to: '/albums' })
      queryClient.removeQueries({ queryKey: queries.album(id).queryKey })
      notify(isOwn ? messages.albums.deleted(name) : messages.albums.left(name))
    },
  })
  return (
    <ConfirmDialog
      title={isOwn ? messages.albums.deleteAsked(name) : messages.albums.leaveAsked(name)}
      words={isOwn ? messages.albums.deleteMeans(sharedUsers.length > 0) : messages.albums.leaveMeans}
      verb={isOwn ? messages.verbs.delete : messages.verbs.leave}
      change={taking}
      onClose={onClose}
    />
  )
}
