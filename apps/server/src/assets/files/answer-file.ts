import { create as toDisposition } from 'content-disposition'
import type { Response } from 'express'
import type { WrittenBody } from '../../answers/sent-body.js'
import type { Config } from '../../config/config.js'
import { ProblemError } from '../../errors.js'
import type { PlacedFile } from '../../storage/file-store.js'
import {
  type ByteRange,
  type FileRequest,
  isCurrent,
  readRanges,
  requireMatch,
  type Validators,
  wholeRange,
} from './conditions.js'
import { fileBody, type Sending } from './file-body.js'

/** An open file that is to be sent. */
export interface SentFile {
  file: PlacedFile
  /** Returns a signed address whose answer has those headers; null where the file has no such address. */
  sign(headers: Record<string, string>): Promise<string | null>
  /** Its media type, by its content. */
  type: string
  name: string
  /** Whether the URL names this very version. */
  isNamed: boolean
  /** Whether the same URL may have another file at any moment, unless it names this version. */
  changes?: true
  /** Returns the problem for a file that cannot be read. */
  toProblem(error: unknown): ProblemError
}

export interface Exchange {
  req: FileRequest
  res: Response
  /** Whether the browser should show or save the file. */
  as: 'inline' | 'attachment'
  /** The program that sends the file. */
  by: Config['sending']['folders']
  watchCaller: Sending['watchCaller']
  /** Whether a visitor of a link receives it, whose browser asks each time whether the link is still there. */
  isVisit: boolean
}

/**
 * Answers with a file, or with the part of it that a request asks for: ranges, conditions and HEAD as in RFC 9110. Closes the file when
 * all is sent or sending fails. Throws `precondition_failed`, `range_not_satisfiable`.
 */
export function answerFile(
  exchange: Exchange,
  sent: SentFile,
): Promise<{ status: 200 | 206; body: WrittenBody<Blob> } | { status: 304; body: undefined }> {
  return closing(sent, async () => {
    const { req, res } = exchange
    const handed = await toProxyHeaders(sent.file, exchange.by)
    if (handed) return handOver(exchange, sent, handed)
    const validators = toValidators(sent)
    requireMatch(req, validators)
    if (isCurrent(req, validators)) {
      res.set({ ...keptHeaders(validators), 'Cache-Control': toCacheControl(sent, exchange) })
      await sent.file.close()
      return { status: 304, body: undefined } as const
    }
    const { ranges, isPart } = readRanges(req, sent.file.size, validators)
    return { status: isPart ? 206 : 200, body: await sendRanges(exchange, sent, { ranges, isPart }) } as const
  })
}

/** Answers with a whole file. Closes it as `answerFile` does. Throws `precondition_failed`. */
export function answerWhole(exchange: Exchange, sent: SentFile): Promise<{ status: 200; body: WrittenBody<Blob> }> {
  return closing(sent, async () => {
    const handed = await toProxyHeaders(sent.file, exchange.by)
    if (handed) return handOver(exchange, sent, handed)
    requireMatch(exchange.req, toValidators(sent))
    const ranges = wholeRange(sent.file.size)
    return { status: 200, body: await sendRanges(exchange, sent, { ranges, isPart: false }) } as const
  })
}

/** Returns the headers that describe a file, whichever program sends it. */
export function describe(sent: SentFile, exchange: Pick<Exchange, 'as' | 'isVisit'>): Record<string, string> {
  return {
    'Content-Type': sent.type,
    'Content-Disposition': toDisposition(sent.name, { type: exchange.as }),
    'Cache-Control': toCacheControl(sent, exchange),
  }
}

async function closing<T>({ file, toProblem }: SentFile, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    await file.close()
    throw error instanceof ProblemError ? error : toProblem(error)
  }
}

/** The seconds that a browser may keep a file. A user who may no longer see it does not find it there after a day. */
const KEPT_SECONDS = 86_400

function toCacheControl({ isNamed, changes }: SentFile, { isVisit }: Pick<Exchange, 'isVisit'>) {
  if (isVisit || (changes && !isNamed)) return 'private, no-cache, no-transform'
  return `private, max-age=${KEPT_SECONDS}, ${isNamed ? 'immutable, ' : ''}no-transform`
}

/** The headers that keep a file from running or loading anything, whatever it contains. */
const safety = { 'Content-Security-Policy': "sandbox; default-src 'none'" }

/** Answers through a proxy, which handles ranges and conditions itself. */
async function handOver(exchange: Exchange, sent: SentFile, handed: Record<string, string>) {
  exchange.res.set({ ...describe(sent, exchange), ...safety, ...handed })
  return { status: 200, body: await fileBody(sent.file, [], exchange) } as const
}

async function sendRanges(
  exchange: Exchange,
  sent: SentFile,
  { ranges, isPart }: { ranges: ByteRange[]; isPart: boolean },
) {
  const { file, type } = sent
  if (isPart && ranges.length === 0) {
    const headers = { 'Content-Range': `bytes */${file.size}` }
    throw new ProblemError('range_not_satisfiable', `The file has ${file.size} bytes.`, { headers })
  }
  // What cannot be read is answered with a problem, without the headers of the file.
  const body = await fileBody(file, ranges, { ...exchange, partType: isPart ? type : null })
  exchange.res.set({ ...describe(sent, exchange), ...safety, ...keptHeaders(toValidators(sent)) })
  return body
}

function keptHeaders({ etag, lastModified }: Validators) {
  return { ETag: etag, 'Last-Modified': lastModified, 'Accept-Ranges': 'bytes' }
}

/** Returns the validators of a file. HTTP has times in whole seconds, and none in the future. */
function toValidators({ file: { version, modifiedAt } }: SentFile): Validators {
  const modified = Math.min(modifiedAt.getTime(), Date.now())
  return { etag: `"${version}"`, lastModified: new Date(modified).toUTCString() }
}

/** The path beneath which nginx serves files to itself alone. */
const INTERNAL_PATH = '/media-library-files'

/** Returns the headers that make a proxy send a file of this machine; null when the service sends it. */
async function toProxyHeaders(
  { locate }: Pick<PlacedFile, 'locate'>,
  by: Config['sending']['folders'],
): Promise<Record<string, string> | null> {
  if (locate === null || by === 'stream') return null
  const encoded = (await locate()).split('/').map(encodeURIComponent).join('/')
  return by === 'x-sendfile' ? { 'X-Sendfile': encoded } : { 'X-Accel-Redirect': INTERNAL_PATH + encoded }
}
