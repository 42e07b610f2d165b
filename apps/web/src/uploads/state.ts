import type { ItemEnd, SenderEvent } from './item.js'

/** A file of a list of the panel. */
export interface FileEntry {
  id: number
  path: string
  /** The reason why the file was refused. */
  title?: string | undefined
  detail?: string | undefined
}

/** The number of files in a list, and the first of them. */
export interface Listing {
  count: number
  firsts: readonly FileEntry[]
}

/** The state of the panel. */
export interface UploadState {
  phase: 'none' | 'sending' | 'waiting' | 'ended'
  /** The reason why nothing is sent, or why the upload had to stop. */
  words: { title: string; detail: string } | null
  files: number
  ended: number
  bytes: number
  /** The number of bytes that were done before the sender was started, which counts from there. */
  before: number
  sent: number
  hashed: number
  uploaded: number
  duplicates: Listing
  refused: Listing
  /** The number of files that another attempt can send. */
  retriable: number
  /** The names of files that an earlier page did not send. */
  left: readonly string[]
}

/** A change of an upload. */
export type UploadEvent =
  | Exclude<SenderEvent, { type: 'ended' | 'idle' }>
  | { type: 'ended'; path: string; id: number; end: ItemEnd }
  | { type: 'added'; files: number; bytes: number; left: readonly string[] }
  /** The stopped and refused files are sent again; the others are unchanged. */
  | { type: 'retried'; ended: number; sent: number; refused: Listing; left: readonly string[] }
  | { type: 'finished'; words: UploadState['words']; retriable: number; left: readonly string[] }
  | { type: 'closed'; left: readonly string[] }
  | { type: 'forgotten' }

/** The number of files of a list that are shown. */
const MOST = 100

const none: Listing = { count: 0, firsts: [] }

/** Returns the state of a page that sends nothing. */
export function nothing(left: readonly string[] = []): UploadState {
  return {
    phase: 'none',
    words: null,
    files: 0,
    ended: 0,
    bytes: 0,
    before: 0,
    sent: 0,
    hashed: 0,
    uploaded: 0,
    duplicates: none,
    refused: none,
    retriable: 0,
    left,
  }
}

/** Returns the state of an upload after an event. */
export function reduce(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'added':
      return {
        ...(state.phase === 'ended' ? nothing() : state),
        ...begun(state, event.left),
        files: event.files,
        bytes: event.bytes,
      }
    case 'retried': {
      const { ended, sent, refused } = event
      return { ...state, ...begun(state, event.left), ended, refused, before: sent, sent, hashed: sent, retriable: 0 }
    }
    case 'progress':
      return { ...state, sent: state.before + event.sent, hashed: state.before + event.hashed }
    case 'waiting':
      return { ...state, phase: 'waiting', words: { title: event.title, detail: event.detail } }
    case 'going':
      return { ...state, phase: 'sending', words: null }
    case 'ended':
      return endOne({ ...state, ended: state.ended + 1 }, event)
    case 'finished':
      return { ...state, phase: 'ended', words: event.words, retriable: event.retriable, left: event.left }
    case 'closed':
      return nothing(event.left)
    case 'forgotten':
      return { ...state, left: [] }
  }
}

/** Adds a file to a list. */
function list({ count, firsts }: Listing, file: FileEntry): Listing {
  return { count: count + 1, firsts: firsts.length < MOST ? [...firsts, file] : firsts }
}

export function toListing(files: readonly FileEntry[]): Listing {
  return { count: files.length, firsts: files.slice(0, MOST) }
}

function begun({ phase }: UploadState, left: readonly string[]) {
  return { phase: phase === 'waiting' ? ('waiting' as const) : ('sending' as const), words: null, left }
}

function endOne(state: UploadState, { id, path, end }: { id: number; path: string; end: ItemEnd }): UploadState {
  if (end.state === 'refused') {
    const { title, detail } = end
    return { ...state, refused: list(state.refused, { id, path, title, detail }) }
  }
  if (end.state === 'uploaded') return { ...state, uploaded: state.uploaded + 1 }
  return { ...state, duplicates: list(state.duplicates, { id, path }) }
}
