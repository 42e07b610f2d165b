import { create as toDisposition } from 'content-disposition'
import type { Response } from 'express'
import type { ServerContext } from '../../../context.js'
import { ProblemError } from '../../../errors.js'
import type { PlacedFile } from '../../../storage/place.js'
import { readRanges } from './byte-ranges.js'
import { fileBody } from './file-body.js'
import { type FileRequest, isCurrent, requireMatch } from './preconditions.js'
import { proxyHeadersOf } from './proxy.js'

/** A file that is to be sent, open. */
export interface SentFile {
  file: PlacedFile
  /** Its key among the derived files, if it is one. */
  key?: string
  /** Its media type, by its content. */
  type: string
  name: string
  /** Whether the URL names this very version. */
  isNamed: boolean
}

interface Exchange {
  req: FileRequest
  res: Response
  /** Whether it is to be shown or saved. */
  as: 'inline' | 'attachment'
}

type FileAnswer = { status: 200 | 206; body: Blob } | { status: 302 | 304; body: undefined }

/**
 * Answers a file, or what of it a request asks for: ranges, conditions and HEAD as in RFC 9110. Closes it, when all is sent
 * or something is in the way. Throws `precondition_failed`, `range_not_satisfiable`.
 */
export async function answerFile(
  { config: { sending }, derived }: Pick<ServerContext, 'config' | 'derived'>,
  exchange: Exchange,
  sent: SentFile,
): Promise<FileAnswer> {
  const { file, key } = sent
  try {
    const signed =
      key !== undefined && sending.bucket === 'redirect' ? await derived.sign(key, describe(sent, exchange)) : null
    const answer = signed === null ? answerBytes(exchange, sent, sending.folders) : redirect(exchange, signed)
    if (answer.body === undefined) await file.close()
    return answer
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Nothing that a file holds may run, or load anything, whatever it pretends to be. */
const contentSecurityPolicy = "sandbox; default-src 'none'"

const DAY = 86_400
const YEAR = 365 * DAY

function cacheControlOf({ isNamed }: SentFile) {
  return isNamed ? `private, max-age=${YEAR}, immutable, no-transform` : `private, max-age=${DAY}, no-transform`
}

/** What describes a file wherever it is sent from. */
function describe(sent: SentFile, { as }: Exchange) {
  return {
    'Content-Type': sent.type,
    'Content-Disposition': toDisposition(sent.name, { type: as }),
    'Cache-Control': cacheControlOf(sent),
  }
}

function redirect({ res }: Exchange, address: string): FileAnswer {
  // Shorter than the address is valid.
  res.set({ Location: address, 'Cache-Control': 'private, max-age=600' })
  return { status: 302, body: undefined }
}

function answerBytes(
  exchange: Exchange,
  sent: SentFile,
  by: ServerContext['config']['sending']['folders'],
): FileAnswer {
  const { req, res } = exchange
  const { file } = sent
  const headers = { ...describe(sent, exchange), 'Content-Security-Policy': contentSecurityPolicy }
  const handed = proxyHeadersOf(file.path, by)
  if (handed) {
    res.set({ ...headers, ...handed })
    return { status: 200, body: fileBody(file, []) }
  }
  const validators = { etag: `"${file.version}"`, lastModified: toHttpDate(file.modifiedAt) }
  requireMatch(req, validators)
  const kept = { ETag: validators.etag, 'Last-Modified': validators.lastModified, 'Accept-Ranges': 'bytes' }
  if (isCurrent(req, validators)) {
    res.set({ ...kept, 'Cache-Control': headers['Cache-Control'] })
    return { status: 304, body: undefined }
  }
  const { ranges, isPart } = readRanges(req, file.size, validators)
  if (ranges.length === 0 && isPart) {
    throw new ProblemError('range_not_satisfiable', `The file has ${file.size} bytes.`, {
      headers: { 'Content-Range': `bytes */${file.size}` },
    })
  }
  res.set({ ...headers, ...kept })
  return { status: isPart ? 206 : 200, body: fileBody(file, ranges, { type: sent.type, isPart }) }
}

/** HTTP knows whole seconds, and none that are to come. */
function toHttpDate(moment: Date): string {
  return new Date(Math.min(moment.getTime(), Date.now())).toUTCString()
}
