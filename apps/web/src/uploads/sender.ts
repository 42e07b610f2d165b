import type { Client } from '@media-library/client'
import type { SenderEvent, SenderOrder } from './item.js'
import { createSending } from './sending.js'
import workerUrl from './worker.js?worker&url'

/** What browsers with Trusted Types have; the policy of the page lets no text become the address of a script. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => URL
  }
}

/** Starts what computes checksums and sends files: beside the page, or in it where there are no workers. */
export function startSender(client: Client, onEvent: (event: SenderEvent) => void): (order: SenderOrder) => void {
  if (typeof Worker !== 'function') return createSending(client, onEvent)
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('uploads', { createScriptURL: (url) => url })
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<SenderEvent>) => onEvent(data)
  worker.onerror = ({ message }) => {
    const detail = `The part of the page that sends files failed: ${message ?? ''} Load the page again, and choose the files again.`
    onEvent({ type: 'idle', words: { title: 'The page failed', detail } })
  }
  return (order) => worker.postMessage(order)
}
