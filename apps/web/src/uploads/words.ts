import { messages } from '../language/messages.js'
import type { UploadState } from './state.js'

/** Returns a sentence about the state of the upload. */
export function toSummary({ phase, files, ended, uploaded, duplicates, refused, words, left }: UploadState): string {
  const say = messages.uploads
  if (phase === 'none') return left.length > 0 ? `${say.left(left.length)}.` : ''
  if (phase === 'waiting') return `${words?.title ?? say.phases.waiting}. ${say.goesOn}`
  if (phase === 'sending') return say.adding(files, ended)
  const parts = [
    say.added(uploaded),
    duplicates.count > 0 && say.known(duplicates.count),
    refused.count > 0 && say.refused(refused.count),
    ended < files && say.notSent(files - ended),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
