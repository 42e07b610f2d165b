import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messages } from '../../language/messages.js'
import styles from './copy-field.module.css'

interface CopyFieldProps {
  label: string
  value: string
  /** What is said when it is copied. A message of the page would be behind the dialog of the field, where nobody hears it. */
  copied: string
  /** Whether the text has just been made, and gets the focus. */
  isNew?: boolean
}

/** A text that can be copied. */
export function CopyField({ label, value, copied, isNew = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  const copying = useMutation({ mutationFn: () => copyText(value, field.current) })
  return (
    <div>
      <div className={styles['field']}>
        <input ref={field} readOnly value={value} aria-label={label} />
        <button type="button" onClick={() => copying.mutate()}>
          {messages.verbs.copy}
        </button>
      </div>
      <small role="status">{copying.isSuccess && copied}</small>
    </div>
  )
}

/** Copies a text. Without encryption, browsers copy only what is selected. */
async function copyText(text: string, field: HTMLInputElement | null): Promise<void> {
  field?.select()
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else document.execCommand('copy')
}
