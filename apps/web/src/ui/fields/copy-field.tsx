import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import styles from './address.module.css'

/** The address of a link, which can be copied. */
export function Address({ address }: { address: string }) {
  const { notify } = useService()
  const field = useRef<HTMLInputElement>(null)
  const copying = useMutation({
    mutationFn: () => copyText(address, field.current),
    onSuccess: () => void notify(messages.links.copied),
  })
  return (
    <div className={styles['address']}>
      <input ref={field} readOnly value={address} aria-label={messages.links.address} />
      <button type="button" onClick={() => copying.mutate()}>
        {messages.links.copy}
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
