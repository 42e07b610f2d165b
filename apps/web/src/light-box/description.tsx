import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { TextArea } from '../ui/fields/text-area.js'
import { Failure } from '../ui/notices/failure.js'
import styles from './description.module.css'

/** The description of a picture, which its owner can change. */
export function Description({ assetId, text: before }: { assetId: string; text: string }) {
  const { queries } = useService()
  // null while nobody is typing, so that the text follows changes from elsewhere.
  const [typed, setTyped] = useState<string | null>(null)
  const save = useMutation({ ...queries.updateAsset(assetId), onSuccess: () => setTyped(null) })
  const text = typed ?? before
  const isChanged = text.trim() !== before.trim()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isChanged) return
    // Keeps the picture open while the text changes.
    event.stopPropagation()
    setTyped(null)
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ description: text.trim() })
      }}
    >
      {save.error && <Failure error={save.error} />}
      <TextArea
        label={messages.fields.description}
        value={text}
        placeholder={messages.lightBox.describe}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      {isChanged && (
        <button type="submit" disabled={save.isPending}>
          {messages.verbs.save}
        </button>
      )}
    </form>
  )
}
