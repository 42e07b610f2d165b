import type { SharedLink } from '@media-library/client'
import { useId, useState } from 'react'
import { formats, messages } from '../language/messages.js'
import { DialogForm } from '../ui/dialogs/dialog-form.js'
import styles from './links.module.css'

const DAY_MS = 86_400_000

/** After how many days a link may expire. */
const lives = [1, 7, 30, 365] as const

/** What an owner decides about a link. Without `expiresAt`, it expires when it did before. */
interface LinkSettings {
  password: string
  expiresAt?: string | null
  showMetadata: boolean
  allowDownload: boolean
  allowUpload: boolean
}

interface LinkFormProps {
  /** The link to change; null for a new one. */
  link: SharedLink | null
  change: { error: unknown; isPending: boolean }
  onSubmit: (settings: LinkSettings) => void
  onClose: () => void
}

/** Asks for the settings of a link. The password of a link is shown as the service answers it: hidden. */
export function LinkForm({ link, change, onSubmit, onClose }: LinkFormProps) {
  // A link is edited beside the form of a new one.
  const [passwordId, daysId] = [useId(), useId()]
  const [password, setPassword] = useState(link?.password ?? '')
  const [days, setDays] = useState(link?.expiresAt ? 'same' : '')
  const [showMetadata, setMetadata] = useState(link?.showMetadata ?? true)
  const [allowDownload, setDownload] = useState(link?.allowDownload ?? true)
  const [allowUpload, setUpload] = useState(link?.allowUpload ?? false)
  const submit = () => {
    const settings = { password, showMetadata, allowDownload: allowDownload && showMetadata, allowUpload }
    if (days === 'same') return onSubmit(settings)
    onSubmit({
      ...settings,
      expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    })
  }
  return (
    <DialogForm
      change={change}
      verb={link ? messages.verbs.save : messages.links.make}
      cancel={link ? messages.verbs.cancel : messages.verbs.close}
      onSubmit={submit}
      onClose={onClose}
    >
      <label htmlFor={passwordId}>{messages.links.password}</label>
      <input
        id={passwordId}
        autoComplete="off"
        value={password}
        maxLength={1_000}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setPassword(target.value)}
      />
      <label htmlFor={daysId}>{messages.links.expires}</label>
      <select id={daysId} value={days} onChange={({ target }) => setDays(target.value)}>
        {link?.expiresAt && (
          <option value="same">{messages.links.until(formats.date(new Date(link.expiresAt)))}</option>
        )}
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
  )
}
