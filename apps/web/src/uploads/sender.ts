import type { Client } from '@media-library/client'
import { formats, messages } from '../language/messages.js'
import { scriptUrl } from '../service/script-url.js'
import type { SenderEvent, SenderOrder } from './item.js'
import { createSending } from './sending.js'
import workerUrl from './worker.js?worker&url'

/** A message to the worker, which has no language of its own. */
export type SpokenOrder = SenderOrder & { locale: string }

/** Starts the sender, which computes checksums and sends files: in a worker, or in the page if there are no workers. */
export function startSender(client: Client, onEvent: (event: SenderEvent) => void): (order: SenderOrder) => void {
  if (typeof Worker !== 'function') return createSending(client, onEvent)
  const worker = new Worker(scriptUrl('uploads', workerUrl), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<SenderEvent>) => onEvent(data)
  worker.onerror = ({ message }) => {
    onEvent({
      type: 'idle',
      words: { title: messages.failures.page, detail: messages.uploads.senderFailed(message ?? '') },
    })
  }
  return (order) => worker.postMessage({ ...order, locale: formats.locale } satisfies SpokenOrder)
}
