import { type FileOutcome, isProblem, type MediaLibraryError } from '@media-library/client'
import { messages } from '../language/messages.js'
import { isPassing } from '../service/outage.js'
import { toWords, type Words } from '../service/words.js'
import type { ItemEnd } from './item.js'

/** Returns the outcome of a file, with a description when it was refused. */
export function toEnd(outcome: Exclude<FileOutcome, { state: 'stopped' }>): ItemEnd {
  const { notMedia, notMediaToDo, cannotBeSent } = messages.uploads
  if (outcome.state === 'unsupported') {
    return { state: 'refused', title: notMedia, detail: notMediaToDo, isLasting: true }
  }
  if (outcome.state !== 'failed') return { state: outcome.state, assetId: outcome.id }
  const { error } = outcome
  const isLasting = isProblem(error, 'not_media', 'payload_too_large')
  if (isProblem(error)) return { state: 'refused', ...toWords(error), isLasting }
  const detail = error instanceof Error ? error.message : String(error)
  return { state: 'refused', title: cannotBeSent, detail, isLasting }
}

/** Describes why the service refuses all remaining files. */
export function toWordsOfEnd(obstacle: MediaLibraryError): Words {
  if (!isProblem(obstacle, 'unauthenticated')) return toWords(obstacle)
  return { ...toWords(obstacle), detail: messages.uploads.signInElsewhere }
}

/** Returns whether the other files would fail in the same way. */
export function isObstacle(error: unknown): error is MediaLibraryError {
  return isPassing(error) || isProblem(error, 'unauthenticated', 'forbidden', 'storage_full')
}
