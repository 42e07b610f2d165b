import type { Tag } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queries, queryClient } from '../service/client.js'
import { Dialog } from '../shell/dialog.js'
import { Failure } from '../shell/failure.js'
import { notify } from '../shell/notices.js'

/** Asks before a tag is deleted. */
export function DeleteTagDialog({ tag: { id, name }, onClose }: { tag: Tag; onClose: () => void }) {
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
    <Dialog title={`Delete the tag “${name}”?`} onClose={onClose}>
      {deleting.error && <Failure error={deleting.error} />}
      <p>It is taken off everything that has it. The photos stay in the library.</p>
      <div className="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="primary" disabled={deleting.isPending} onClick={() => deleting.mutate()}>
          Delete
        </button>
      </div>
    </Dialog>
  )
}
