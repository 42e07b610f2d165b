import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { LinkForm } from './link-form.js'
import { LinkRow } from './link-row.js'
import styles from './links.module.css'

/** What a link shows: an album, or chosen pictures. */
export type Linked = { albumId: string } | { assetIds: string[] }

interface LinkDialogProps {
  /** What the dialog is about, in words. */
  title: string
  linked: Linked
  onClose: () => void
}

/** Creates links for people without an account, and shows those of an album, or those that were just created. */
export function LinkDialog({ title, linked, onClose }: LinkDialogProps) {
  const { queries } = useService()
  const [made, setMade] = useState<string[]>([])
  const links = useQuery(queries.sharedLinks())
  const make = useMutation({
    ...queries.createSharedLink(),
    onSuccess: ({ id }) => setMade((before) => [...before, id]),
  })
  const shown = links.data?.filter(
    ({ id, album }) => made.includes(id) || ('albumId' in linked && album?.id === linked.albumId),
  )
  const type = 'albumId' in linked ? 'ALBUM' : 'INDIVIDUAL'
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="quiet">{messages.links.means}</p>
      {shown && shown.length > 0 && (
        <section className={styles['rows']} aria-label={messages.links.title}>
          {shown.map((link) => (
            <LinkRow key={link.id} link={link} name={null} isNew={link.id === made.at(-1)} />
          ))}
          <h3>{messages.links.another}</h3>
        </section>
      )}
      <LinkForm
        key={made.length}
        link={null}
        change={{ error: make.error ?? links.error, isPending: make.isPending }}
        onSubmit={(settings) => make.mutate({ type, ...linked, ...settings })}
        onClose={onClose}
      />
    </Dialog>
  )
}
