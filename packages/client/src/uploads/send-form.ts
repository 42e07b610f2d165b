import type { Fetch } from '../options.js'

/** Called with the number of bytes of the body that were sent, and their total. */
export type OnProgress = (sent: number, total: number) => void

/**
 * Creates a fetch that uses XMLHttpRequest, because no other interface of browsers reports how much of a body was sent.
 * It supports what the client needs of fetch.
 */
export function fetchWithProgress(onProgress: OnProgress): Fetch {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value)
      const abort = () => {
        request.abort()
        reject(signal?.reason)
      }
      const end = () => signal?.removeEventListener('abort', abort)
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
      request.onload = () => {
        end()
        // A 204 has no body, which differs from an empty one.
        const text = (request.response as string) || null
        resolve(new Response(text, { status: request.status, headers: toHeaders(request) }))
      }
      request.onerror = () => {
        end()
        reject(new TypeError('the connection was lost'))
      }
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) return abort()
      request.send(body as FormData | Blob)
    })
}

function toHeaders(request: XMLHttpRequest): Headers {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  return new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
}

/** A part of a form: a text, or a file under its name. */
export type Part = { name: string; value: string } | { name: string; value: Blob; fileName: string }

export function toForm(parts: Part[]): FormData {
  const form = new FormData()
  for (const part of parts) {
    if ('fileName' in part) form.append(part.name, part.value, part.fileName)
    else form.append(part.name, part.value)
  }
  return form
}

/**
 * Encodes a form as a stream that reports how much of it was read, if fetch can send one. Files are read while they are
 * sent, one after the other: in Bun, a Blob of them would be empty.
 */
export function createFormStream(
  parts: Part[],
  onProgress: OnProgress = () => {},
): { body: NonNullable<RequestInit['body']>; headers: Record<string, string> } {
  const boundary = `form-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const encoder = new TextEncoder()
  const pieces = parts.flatMap((part) => {
    const file = 'fileName' in part ? `; filename="${escapeName(part.fileName)}"` : ''
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(part.name)}"${file}\r\n\r\n`
    const { value } = part
    return [encoder.encode(head), typeof value === 'string' ? encoder.encode(value) : value, encoder.encode('\r\n')]
  })
  pieces.push(encoder.encode(`--${boundary}--\r\n`))
  return {
    body: createStream(pieces, onProgress),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Creates a stream of bytes that reports how much of it was read. */
export function createStream(pieces: (Uint8Array | Blob)[], onProgress: OnProgress): NonNullable<RequestInit['body']> {
  const total = pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece.size), 0)
  let sent = 0
  const chunks = readAll(pieces)
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      sent += value.length
      onProgress(sent, total)
      controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return()),
  })
  return body as NonNullable<RequestInit['body']>
}

async function* readAll(pieces: (Uint8Array | Blob)[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece
    else for await (const chunk of piece.stream() as unknown as AsyncIterable<Uint8Array>) yield chunk
  }
}

/** Escapes a name as the HTML standard does. */
function escapeName(name: string) {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
