import type { IncomingHttpHeaders } from 'node:http'
import parseRanges from 'range-parser'
import { isNamed } from '../../answers/entity-tags.js'
import { ProblemError } from '../../errors.js'

/** The parts of a request that determine which bytes of a file it gets. */
export interface FileRequest {
  method: string
  headers: IncomingHttpHeaders
}

/** The values that distinguish one state of a file from another. */
export interface Validators {
  etag: string
  /** An HTTP date. */
  lastModified: string
}

/** Throws `precondition_failed` unless the file matches If-Match or If-Unmodified-Since (RFC 9110, 13.1). */
export function requireMatch({ headers }: FileRequest, { etag, lastModified }: Validators): void {
  const { 'if-match': wanted, 'if-unmodified-since': since } = headers
  const isOther =
    wanted === undefined
      ? toSeconds(lastModified) > toSeconds(since)
      : !wanted.split(',').some((candidate) => ['*', etag].includes(candidate.trim()))
  if (isOther) throw new ProblemError('precondition_failed', 'The file is not the one that the request is about.')
}

/** Returns whether the caller's copy is current, by If-None-Match or If-Modified-Since. */
export function isCurrent({ method, headers }: FileRequest, { etag, lastModified }: Validators): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers
  if (method !== 'GET' && method !== 'HEAD') return false
  return known === undefined ? toSeconds(lastModified) <= toSeconds(since) : isNamed(etag, known)
}

/** Returns whether If-Range names the current file; a date does so only when it is exactly the same. */
function isRangeCurrent({ headers }: FileRequest, { etag, lastModified }: Validators): boolean {
  const wanted = headers['if-range']
  if (wanted === undefined) return true
  return String(wanted).includes('"') ? wanted === etag : toSeconds(String(wanted)) === toSeconds(lastModified)
}

/** Returns the seconds of an HTTP date; NaN when it is none. */
function toSeconds(date: string | undefined) {
  return Math.floor(Date.parse(date ?? '') / 1_000)
}

/** A range from one byte to another, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The number of parts of an answer. No honest reader asks for more; a request that does gets the whole file (RFC 9110, 14.2).
 */
const MOST_PARTS = 50

/**
 * Returns the ranges of a file that a GET asks for, with overlapping ones combined. It is the whole file when the request has no range,
 * names another state of the file, or has a form that RFC 9110 does not define. A part without ranges cannot be satisfied.
 */
export function readRanges(
  request: FileRequest,
  size: number,
  validators: Validators,
): { ranges: ByteRange[]; isPart: boolean } {
  const whole = { ranges: wholeRange(size), isPart: false }
  const { range } = request.headers
  if (range === undefined || request.method !== 'GET' || !isRangeCurrent(request, validators)) return whole
  const parsed = parseRanges(size, withSuffixesWithin(range, size), { combine: true })
  if (parsed === -1) return { ranges: [], isPart: range.startsWith('bytes=') }
  if (parsed === -2 || parsed.type !== 'bytes' || parsed.length > MOST_PARTS) return whole
  return { ranges: [...parsed], isPart: true }
}

/** Returns the whole file as ranges. */
export function wholeRange(size: number): ByteRange[] {
  return size === 0 ? [] : [{ start: 0, end: size - 1 }]
}

/** Limits a suffix to the size of the file, because the parser refuses a longer one. */
function withSuffixesWithin(range: string, size: number) {
  return range.replace(/(?<=[=,]\s*)-(\d+)/g, (_, length) => `-${Math.min(Number(length), size)}`)
}
