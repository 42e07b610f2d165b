import type { UploadState } from './state.js'

export function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString()} files`
}

/** How the upload stands, in a sentence. */
export function summaryOf({ phase, files, ended, uploaded, duplicates, refused, words, left }: UploadState): string {
  if (phase === 'none') return left.length > 0 ? `${countOf(left.length)} not sent when this page was left.` : ''
  if (phase === 'waiting') return `${words?.title ?? 'Waiting'}. The upload goes on by itself.`
  if (phase === 'sending') return `Adding ${countOf(files)}: ${ended.toLocaleString()} done.`
  const parts = [
    `${countOf(uploaded)} added`,
    duplicates.count > 0 && `${countOf(duplicates.count)} already in the library`,
    refused.count > 0 && `${countOf(refused.count)} not added`,
    ended < files && `${countOf(files - ended)} not sent`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
