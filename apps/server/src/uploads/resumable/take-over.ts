import type { IncomingMessage } from 'node:http'

/** The milliseconds for which a request may send nothing while another wants to continue its upload. */
const SILENT_MS = 1_000

/**
 * Returns a function to call, any number of times, while another request wants to continue the upload of this one. Calls back once no
 * bytes have arrived for a second since then: the connection is most likely lost, and its client has returned. A request whose bytes
 * arrive, or have all arrived, continues.
 */
export function endWhenSilent(request: IncomingMessage, onSilent: () => void): () => void {
  let isWatched = false
  const isSilent = (bytesBefore: number) =>
    !request.complete &&
    request.socket.bytesRead === bytesBefore &&
    // Otherwise it is this service that does not read.
    !(request.readableLength > 0 || request.isPaused())

  return () => {
    if (isWatched) return
    isWatched = true
    const { bytesRead } = request.socket
    const look = () => {
      isWatched = false
      if (isSilent(bytesRead)) onSilent()
    }
    // After a standstill of this process, what arrived meanwhile is read first.
    setTimeout(() => setImmediate(look), SILENT_MS).unref()
  }
}
