import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { messages } from '../../language/messages.js'
import { useService } from '../../service/service.js'
import styles from './copy-field.module.css'

/** A text that can be copied, and what is said then. */
export function CopyField({ label, value, copied }: { label: string; value: string; copied: string }) {
  const { notify } = useService()
  const field = useRef<HTMLInputElement>(null)
  const copying = useMutation({
    mutationFn: () => copyText(value, field.current),
    onSuccess: () => void notify(copied),
  })
  return (
    <div className={styles['field']}>
      <input ref={field} readOnly value={value} aria-label={label} />
      <button type="button" onClick={() => copying.mutate()}>
        {messages.verbs.copy}
      </button>
    </div>
  )
}

/** Copies a text. Without encryption, browsers copy only what is selected. */
async function copyText(text: string, field: HTMLInputElement | null): Promise<void> {
  field?.select()
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else document.execCommand('copy')
}
