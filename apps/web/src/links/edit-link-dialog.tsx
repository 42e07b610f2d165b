import type { SharedLink } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { LinkForm } from './link-form.js'

/** Changes what a link allows, its password, and when it expires. Its address stays. */
export function EditLinkDialog({ link, onClose }: { link: SharedLink; onClose: () => void }) {
  const { queries } = useService()
  const saving = useMutation({ ...queries.updateSharedLink(link.id), onSuccess: onClose })
  return (
    <Dialog title={messages.links.editing} onClose={onClose}>
      <LinkForm link={link} change={saving} onSubmit={saving.mutate} onClose={onClose} />
    </Dialog>
  )
}
