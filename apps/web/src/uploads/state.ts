/** A file of a list of the panel. */
export interface ListedFile {
  id: number
  path: string
  /** Why it was refused. */
  title?: string | undefined
  detail?: string | undefined
}

/** What the panel shows. */
export interface UploadState {
  phase: 'none' | 'sending' | 'waiting' | 'ended'
  /** Why nothing is sent, or why it had to stop. */
  words: { title: string; detail: string } | null
  files: number
  ended: number
  bytes: number
  sent: number
  hashed: number
  uploaded: number
  duplicates: ListedFile[]
  refused: ListedFile[]
  /** How many files can be sent by another try. */
  retriable: number
  /** The names of files that an earlier page did not send. */
  left: readonly string[]
}

/** The state of a page that sends nothing. */
export function nothing(): UploadState {
  return {
    phase: 'none',
    words: null,
    files: 0,
    ended: 0,
    bytes: 0,
    sent: 0,
    hashed: 0,
    uploaded: 0,
    duplicates: [],
    refused: [],
    retriable: 0,
    left: [],
  }
}
