import type { IncomingMessage } from 'node:http'
import { basename, extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { toFieldErrors } from '@media-library/contract'
import type * as z from 'zod'
import { ProblemError } from '../../errors.js'
import { type PartWriting, writePart } from '../write-part.js'

/** The fields of a form, and the names of the parts that are files. The schema says which of them must be there. */
export interface FormShape<Fields, Files> {
  schema: z.ZodType<Fields> & Pick<z.ZodObject, 'shape'>
  parts: readonly (keyof Files & string)[]
}

/** A file of a form, as it was written. */
export interface ReceivedFile {
  path: string
  /** The name under which it is to be stored. */
  name: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  size: number
}

/** A form with files, all of which are written. */
export interface ReceivedForm<Fields, Files> {
  fields: Fields
  files: Files
}

export interface FormLimits {
  /** The largest body in bytes. */
  bytes: number
  /** The largest side-car in bytes. */
  sidecarBytes: number
}

/** How a form is received. */
export interface FormReceiving<Fields, Files> {
  shape: FormShape<Fields, Files>
  limits: FormLimits
  signal: AbortSignal
  writing: (part: string, path: string) => PartWriting
}

const FIELDS = 30
const FIELD_BYTES = 16 * 1024

/**
 * Reads a form, and writes its files into a folder. Aborts with the reason of the signal. The request is neither closed nor read
 * further after a problem. Throws `malformed_form`, `invalid_request`, `payload_too_large`, `storage_full`.
 */
export async function receiveForm<Fields, Files>(
  request: IncomingMessage,
  folder: string,
  { shape, limits, signal, writing }: FormReceiving<Fields, Files>,
): Promise<ReceivedForm<Fields, Files>> {
  const isFilePart = (name: string) => shape.parts.some((part) => part === name)
  const fields: Record<string, unknown> = {}
  const files: Partial<Record<string, ReceivedFile>> = {}
  const work: Promise<void>[] = []
  const streams: Readable[] = []
  const form = openForm(request, shape.parts.length)
  await new Promise<void>((resolve, reject) => {
    let received = 0
    let isOver = false
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received > limits.bytes) fail(tooLarge(limits.bytes))
    }
    const onClose = () => {
      if (!request.complete) fail(malformed('The request body is incomplete.'))
    }
    const onAbort = () => fail(signal.reason)
    const end = () => {
      isOver = true
      request.unpipe(form).off('data', onData).off('close', onClose).off('error', onClose).pause()
      signal.removeEventListener('abort', onAbort)
      // It may have to give up in the middle of a part.
      form.on('error', () => {}).destroy()
      for (const stream of streams) stream.destroy()
    }
    const take = async (name: string, stream: Readable & { truncated?: boolean }, filename: string) => {
      if (name in files || name in fields) throw malformed(`The part ${quoted(name)} occurs twice.`)
      const stored = nameFor(name, filename)
      // The photo has its name at once. Files beside it are named after it later; until then, a dot keeps them apart.
      const path = join(folder, name === 'assetData' ? stored : `.${name}${extname(stored)}`)
      files[name] = { path, name: stored, checksum: '', size: 0 }
      const isSidecar = name === 'sidecarData'
      let size = 0
      const { onBytes, onStart } = writing(name, path)
      const counted = async (bytes: number) => {
        size += bytes
        if (isSidecar && size > limits.sidecarBytes) throw tooLarge(limits.sidecarBytes)
        await onBytes(bytes)
      }
      files[name] = { path, name: stored, ...(await writePart(stream, path, { onBytes: counted, onStart })) }
    }
    form.on('file', (name, stream, filename) => {
      // A form that fails ends its files with the same fault.
      stream.on('error', () => {})
      // The rest of a chunk is parsed after a fault, too. Nobody would end this file.
      if (isOver) return stream.destroy()
      streams.push(stream)
      if (!isFilePart(name)) return fail(unknownPart(name))
      work.push(take(name, stream, filename ?? '').catch(fail))
    })
    form.on('field', (name, value, _nameCut, isCut) => {
      if (!(name in shape.schema.shape) || isFilePart(name)) return
      if (isCut) return fail(malformed(`The field ${quoted(name)} is longer than ${FIELD_BYTES} bytes.`))
      if (Object.hasOwn(fields, name)) return fail(malformed(`The part ${quoted(name)} occurs twice.`))
      Object.defineProperty(fields, name, { value, enumerable: true })
    })
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      form.on(event, () => fail(malformed('The form has too many parts.')))
    }
    form.on('error', (error) => fail(malformed((error as Error).message)))
    form.on('finish', () => void Promise.all(work).then(() => resolve()))
    request.on('data', onData).on('close', onClose).on('error', onClose)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else request.pipe(form)
  }).finally(() => Promise.allSettled(work))
  return { fields: check(shape.schema, fields, files), files: files as Files }
}

function openForm({ headers }: IncomingMessage, fileParts: number) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { fields: FIELDS, fieldSize: FIELD_BYTES, files: fileParts, parts: FIELDS, headerPairs: 50 },
      isPartAFile: (name, _type, filename) => filename !== undefined || name === undefined,
    })
  } catch (error) {
    throw malformed((error as Error).message)
  }
}

function check<Fields>(
  schema: z.ZodType<Fields>,
  fields: Record<string, unknown>,
  files: Partial<Record<string, ReceivedFile>>,
): Fields {
  const names = Object.fromEntries(Object.keys(files).map((name) => [name, name]))
  const values = { ...fields, ...names }
  const { success, data, error } = schema.safeParse(values)
  if (success) return data
  const errors = toFieldErrors('', error.issues, values)
  const [first] = errors
  throw new ProblemError('invalid_request', first ? `${first.pointer} ${first.detail}.` : 'The form is not valid.', {
    errors,
  })
}

function nameFor(part: string, fileName: string): string {
  const name = part === 'sidecarData' ? 'sidecar.xmp' : safeFileName(fileName)
  if (name === null) throw noName(part)
  return name
}

function noName(part: string) {
  return new ProblemError('invalid_request', `/${part} has no file name.`, {
    errors: [{ pointer: `/${part}`, code: 'required', detail: 'must be a file with a name' }],
  })
}

function unknownPart(name: string) {
  return new ProblemError('invalid_request', `/${name} is not a file of this request.`, {
    errors: [{ pointer: `/${name}`, code: 'unknown_property', detail: 'is not a file of this request' }],
  })
}

function quoted(name: string) {
  return JSON.stringify(name.slice(0, 100))
}

function malformed(detail: string) {
  return new ProblemError('malformed_form', `${detail.replace(/\.?$/, '.')} Nothing was stored.`)
}

function tooLarge(limit: number) {
  return new ProblemError('payload_too_large', `The body is larger than ${limit} bytes.`)
}

/** The bytes of a name that file systems accept, without the extension of a side-car. */
const LONGEST_BYTES = 240

/**
 * Returns a name under which a file can be stored, as close to the requested one as possible: without folders, control characters and
 * the dots of hidden files, and not longer than file systems accept. Null when nothing of it is left.
 */
export function safeFileName(fileName: string): string | null {
  const name = basename(fileName.replaceAll('\\', '/'))
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
    .replaceAll(/[\u0000-\u001f\u007f]/g, '_')
    .trim()
    .replace(/^\.+/, '_')
  if (name === '' || name === '_') return null
  const extension = extname(name).slice(0, 20)
  const stem = name.slice(0, name.length - extname(name).length)
  return cut(stem, LONGEST_BYTES - Buffer.byteLength(extension)) + extension
}

/** Cuts text to a number of bytes, between two characters. */
function cut(text: string, bytes: number): string {
  let length = 0
  let kept = ''
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    kept += character
  }
  return kept
}
