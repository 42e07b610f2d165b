import type { Tag } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'

/** Asks before a tag is deleted. */
export function DeleteTagDialog({ tag: { id, name }, onClose }: { tag: Tag; onClose: () => void }) {
  const { queries, queryClient, notify } = useService()
  const navigate = useNavigate()
  const deleting = useMutation({
    ...queries.deleteTag(id),
    onSuccess: async () => {
      onClose()
      await navigate({ to: '/tags' })
      queryClient.removeQueries({ queryKey: queries.tag(id).queryKey })
      notify(`The tag “${name}” is deleted.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete the tag “${name}”?`}
      words="It is taken off everything that has it. The photos stay in the library."
      verb="Delete"
      change={deleting}
      onClose={onClose}
    />
  )
}
