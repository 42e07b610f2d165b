import type { Tag } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'

/** Asks for confirmation before a tag is deleted. */
export function DeleteTagDialog({ tag: { id, name }, onClose }: { tag: Tag; onClose: () => void }) {
  const { queries, queryClient, notify } = useService()
  const navigate = useNavigate()
  const deleting = useMutation({
    ...queries.deleteTag(id),
    onSuccess: async () => {
      onClose()
      await navigate({ to: '/tags' })
      queryClient.removeQueries({ queryKey: queries.tag(id).queryKey })
      notify(messages.tags.deleted(messages.quoted(name)))
    },
  })
  return (
    <ConfirmDialog
      title={messages.tags.deleteAsked(messages.quoted(name))}
      words={messages.tags.deleteMeans}
      verb={messages.verbs.delete}
      change={deleting}
      onClose={onClose}
    />
  )
}
