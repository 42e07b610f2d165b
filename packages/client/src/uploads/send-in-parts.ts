import type { UploadResult } from '@media-library/contract/schemas'
import type { Answer } from '../call/answer.js'
import type { Calls } from '../calls.js'
import { isProblem, MediaLibraryError } from '../error.js'
import type { CallOptions } from '../options.js'
import { createStream, fetchWithProgress, type OnProgress, type Part } from './send-form.js'

/** The size of a part. Proxies refuse a body of more than 100 MB. */
const PART_BYTES = 50_000_000

const PATH = '/api/upload'
const PROTOCOL = { 'tus-resumable': '1.0.0' }
const BYTES = { 'content-type': 'application/offset+octet-stream' }

/**
 * Sends a file in parts (tus 1.0). An interrupted upload continues where it stopped; with a checksum, so does an upload
 * that an earlier page or program began. Returns null when the service accepts no parts.
 */
export async function sendInParts(
  { ask }: Calls,
  file: Blob,
  { parts, checksum }: { parts: Part[]; checksum: string | undefined },
  tell: OnProgress = () => {},
  options: CallOptions,
): Promise<UploadResult | null> {
  const created = await create(ask, file, { parts, checksum, options })
  if (!created) return null
  const path = `${PATH}/${created.headers.get('location')?.split('/').pop()}`
  const send = (offset: number) => {
    const part = file.slice(offset, offset + PART_BYTES)
    const onProgress: OnProgress = (sent) => tell(offset + sent, file.size)
    const isBrowser = typeof XMLHttpRequest === 'function'
    return ask(
      'uploadFile',
      {
        instead: { method: 'PATCH', path },
        headers: { ...PROTOCOL, ...BYTES, 'upload-offset': String(offset) },
        content: () => ({ body: isBrowser ? part : createStream([part], onProgress) }),
        ...(isBrowser && { fetch: fetchWithProgress(onProgress) }),
      },
      options,
    )
  }
  for (let answer = created; ; ) {
    const result = answer.headers.get('upload-result')
    if (result) return JSON.parse(result) as UploadResult
    const offset = Number(answer.headers.get('upload-offset') ?? 0)
    tell(offset, file.size)
    try {
      answer = await send(offset)
    } catch (error) {
      // A repeated attempt finds that bytes of the previous one have arrived.
      if (!isProblem(error, 'wrong_offset')) throw error
      answer = await ask('uploadFile', { instead: { method: 'HEAD', path }, headers: PROTOCOL }, options)
      if (Number(answer.headers.get('upload-offset')) === offset) throw error
    }
  }
}

async function create(
  ask: Calls['ask'],
  file: Blob,
  { parts, checksum, options }: { parts: Part[]; checksum: string | undefined; options: CallOptions },
): Promise<Answer | null> {
  const pairs = parts.map((part) => ('fileName' in part ? ['filename', part.fileName] : [part.name, part.value]))
  if (checksum !== undefined) pairs.push(['checksum', checksum])
  const metadata = pairs.map(([name, value = '']) => `${name} ${toBase64(value)}`).join(',')
  const headers = { ...PROTOCOL, 'upload-length': String(file.size), 'upload-metadata': metadata }
  try {
    return await ask('uploadFile', { instead: { method: 'POST', path: PATH }, headers }, options)
  } catch (error) {
    if (error instanceof MediaLibraryError && [404, 405].includes(error.status ?? 0)) return null
    throw error
  }
}

/** Converts a text to base64 by its bytes in UTF-8. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
