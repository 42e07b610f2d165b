import { type FileOutcome, isProblem, type MediaLibraryError } from '@media-library/client'
import { isPassing } from '../service/outage.js'
import { type Words, wordsOf } from '../service/words.js'
import type { ItemEnd } from './item.js'

/** What became of a file, in words where it was refused. */
export function endOf(outcome: Exclude<FileOutcome, { state: 'stopped' }>): ItemEnd {
  if (outcome.state === 'unsupported') {
    return { state: 'refused', title: 'Not a photo, video or sound', detail: outcome.detail, isLasting: true }
  }
  if (outcome.state !== 'failed') return { state: outcome.state, assetId: outcome.id }
  const { error } = outcome
  const isLasting = isProblem(error, 'not_media', 'payload_too_large')
  if (isProblem(error)) return { state: 'refused', ...wordsOf(error), isLasting }
  const detail = error instanceof Error ? error.message : String(error)
  return { state: 'refused', title: 'The file cannot be sent', detail, isLasting }
}

/** Why the service refuses all files that are left. */
export function wordsOfEnd(obstacle: MediaLibraryError): Words {
  if (!isProblem(obstacle, 'unauthenticated')) return wordsOf(obstacle)
  return { title: 'You are signed out', detail: 'Sign in again in another tab. Then go on here.' }
}

/** Whether the other files would fail in the same way. */
export function isObstacle(error: unknown): error is MediaLibraryError {
  return isPassing(error) || isProblem(error, 'unauthenticated', 'forbidden', 'storage_full')
}
