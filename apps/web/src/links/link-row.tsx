import type { SharedLink } from '@media-library/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formats, messages } from '../language/messages.js'
import { useReach } from '../service/reach.js'
import { useService } from '../service/service.js'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js'
import { CopyField } from '../ui/fields/copy-field.js'
import { toAddress } from './address.js'
import { EditLinkDialog } from './edit-link-dialog.js'
import styles from './links.module.css'

interface LinkRowProps {
  link: SharedLink
  /** What the link shows; null where that is clear. */
  name: string | null
  /** Whether the link has just been made. */
  isNew?: boolean
}

/** A link of the caller: its address to copy, what it allows, how often it was opened, and the ways to change it and take it back. */
export function LinkRow({ link, name, isNew = false }: LinkRowProps) {
  const { queries, notify } = useService()
  const [asking, setAsking] = useState<'settings' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const address = toAddress(link, useReach() ?? location.origin)
  const removing = useMutation({
    ...queries.removeSharedLink(link.id),
    onSuccess: () => {
      close()
      notify(messages.links.removed)
    },
  })
  const isOver = link.expiresAt !== null && Date.parse(link.expiresAt) <= Date.now()
  const facts = [
    isOver ? messages.links.isOver : link.expiresAt && messages.links.until(formats.date(new Date(link.expiresAt))),
    link.password !== null && messages.links.withPassword,
    !link.allowDownload && messages.links.noDownload,
    !link.showMetadata && messages.links.noMetadata,
    link.allowUpload && messages.links.takesPhotos,
    messages.links.opened(link.viewCount ?? 0),
    link.viewedAt && messages.links.last(formats.date(new Date(link.viewedAt))),
  ]
  return (
    <div className={styles['row']}>
      {name && <strong className="two-lines">{name}</strong>}
      {address === null ? (
        <p className="quiet">{messages.links.lost}</p>
      ) : (
        <CopyField label={messages.links.address} value={address} copied={messages.links.copied} isNew={isNew} />
      )}
      <div className={styles['facts']}>
        <small className="quiet">{facts.filter(Boolean).join(' · ')}</small>
        <button type="button" onClick={() => setAsking('settings')}>
          {messages.verbs.edit}
        </button>
        <button type="button" className="danger-quiet" onClick={() => setAsking('remove')}>
          {messages.links.remove}
        </button>
      </div>
      {asking === 'settings' && <EditLinkDialog link={link} onClose={close} />}
      {asking === 'remove' && (
        <ConfirmDialog
          title={messages.links.removeAsked}
          words={messages.links.removeMeans}
          verb={messages.links.remove}
          change={removing}
          onClose={close}
        />
      )}
    </div>
  )
}
