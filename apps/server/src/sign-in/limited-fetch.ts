import type { CustomFetch } from 'openid-client'

/**
 * The maximum size of an answer of a provider in bytes: hundreds of times the usual size of its document or its keys.
 */
const MOST_BYTES = 1_048_576

/**
 * Fetches as openid-client does, but reads at most 1 MiB of an answer, which openid-client would read into memory completely.
 */
export const limitedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  return response.body ? new Response(response.body.pipeThrough(limitBytes()), response) : response
}

function limitBytes() {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.length
      if (bytes > MOST_BYTES)
        controller.error(new Error(`the answer of the provider has more than ${MOST_BYTES} bytes`))
      else controller.enqueue(piece)
    },
  })
}
