import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Dialog } from '../ui/dialog.js'
import { DialogForm } from '../ui/dialog-form.js'
import { LinkRow } from './link-row.js'
import styles from './links.module.css'

/** What a link shows: an album, or chosen pictures. */
export type Linked = { albumId: string } | { assetIds: string[] }

const DAY_MS = 86_400_000

/** After how many days a link may expire. */
const lives = [1, 7, 30, 365] as const

interface LinkDialogProps {
  /** What the dialog is about, in words. */
  title: string
  linked: Linked
  onClose: () => void
}

/** Creates links for people without an account, and shows those of an album, or those that were just created. */
export function LinkDialog({ title, linked, onClose }: LinkDialogProps) {
  const { queries } = useService()
  const [password, setPassword] = useState('')
  const [days, setDays] = useState('')
  const [showMetadata, setMetadata] = useState(true)
  const [allowDownload, setDownload] = useState(true)
  const [allowUpload, setUpload] = useState(false)
  const [made, setMade] = useState<string[]>([])
  const links = useQuery(queries.sharedLinks())
  const make = useMutation({
    ...queries.createSharedLink(),
    onSuccess: ({ id }) => {
      setMade((before) => [...before, id])
      setPassword('')
    },
  })
  const shown = links.data?.filter(
    ({ id, album }) => made.includes(id) || ('albumId' in linked && album?.id === linked.albumId),
  )
  const submit = () => {
    const type = 'albumId' in linked ? ('ALBUM' as const) : ('INDIVIDUAL' as const)
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    make.mutate({
      type,
      ...linked,
      password,
      expiresAt,
      showMetadata,
      allowDownload: allowDownload && showMetadata,
      allowUpload,
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="quiet">{messages.links.means}</p>
      {shown && shown.length > 0 && (
        <section className={styles['rows']} aria-label={messages.links.title}>
          {shown.map((link) => (
            <LinkRow key={link.id} link={link} name={null} />
          ))}
        </section>
      )}
      <DialogForm
        change={{ error: make.error ?? links.error, isPending: make.isPending }}
        verb={messages.links.make}
        cancel={messages.verbs.close}
        onSubmit={submit}
        onClose={onClose}
      >
        <label htmlFor="link-password">{messages.links.password}</label>
        <input
          id="link-password"
          autoComplete="off"
          value={password}
          maxLength={1_000}
          onChange={({ target }) => setPassword(target.value)}
        />
        <label htmlFor="link-days">{messages.links.expires}</label>
        <select id="link-days" value={days} onChange={({ target }) => setDays(target.value)}>
          <option value="">{messages.links.never}</option>
          {lives.map((count) => (
            <option key={count} value={count}>
              {messages.links.after(count)}
            </option>
          ))}
        </select>
        <fieldset className={styles['checks']}>
          <label>
            <input type="checkbox" checked={showMetadata} onChange={() => setMetadata(!showMetadata)} />
            {messages.links.showMetadata}
          </label>
          <label>
            <input
              type="checkbox"
              checked={allowDownload && showMetadata}
              disabled={!showMetadata}
              onChange={() => setDownload(!allowDownload)}
            />
            {messages.links.allowDownload}
          </label>
          <label>
            <input type="checkbox" checked={allowUpload} onChange={() => setUpload(!allowUpload)} />
            {messages.links.allowUpload}
          </label>
        </fieldset>
      </DialogForm>
    </Dialog>
  )
}
