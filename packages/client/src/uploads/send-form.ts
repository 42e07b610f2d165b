import type { Fetch } from '../options.js'

/** Called with the bytes of the body that were sent, and all of them. */
export type OnProgress = (sent: number, total: number) => void

/**
 * Sends a form by XMLHttpRequest, the only thing of browsers that tells how much of a body was sent. It behaves as fetch does, as
 * far as the client needs.
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
        resolve(new Response(request.response as string, { status: request.status, headers: headersOf(request) }))
      }
      request.onerror = () => {
        end()
        reject(new TypeError('the connection was lost'))
      }
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) return abort()
      request.send(body as FormData)
    })
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  return new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
}

/** Encodes a form as a stream that tells how much of it was read, where fetch can send one. Files are read while they are sent. */
export function streamOf(
  form: FormData,
  onProgress: OnProgress = () => {},
): { body: NonNullable<RequestInit['body']>; headers: Record<string, string> } {
  const boundary = `form-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const parts = [...form].flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : `; filename="${escapeName(value.name)}"`
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"${file}\r\n\r\n`, value, '\r\n']
  })
  const whole = new Blob([...parts, `--${boundary}--\r\n`])
  let sent = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      sent += chunk.length
      onProgress(sent, whole.size)
      controller.enqueue(chunk)
    },
  })
  return {
    body: whole
      .stream()
      .pipeThrough(counting as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** As the HTML standard does. */
function escapeName(name: string) {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
