/** The number of bytes that a round of the algorithm takes. */
const BLOCK = 64

interface HashOptions {
  signal?: AbortSignal | undefined
  /** Called with the number of bytes of each part that was read. */
  onRead?: ((bytes: number) => void) | undefined
}

/**
 * Returns the SHA-1 of content in hexadecimal, which is read as a stream (FIPS 180-4). The platform's own function
 * needs the whole content at once, and is missing on pages without TLS.
 */
export async function hashSha1(content: Blob, { signal, onRead }: HashOptions = {}): Promise<string> {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  const words = new Uint32Array(80)
  const reader = content.stream().getReader()
  let rest = new Uint8Array(0)
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = await reader.read()
    if (done) break
    const bytes = rest.length > 0 ? join(rest, value) : value
    const end = bytes.length - (bytes.length % BLOCK)
    const view = new DataView(bytes.buffer, bytes.byteOffset, end)
    for (let at = 0; at < end; at += BLOCK) round(state, words, view, at)
    rest = bytes.slice(end)
    onRead?.(value.length)
  }
  const last = new Uint8Array(rest.length + 9 > BLOCK ? 2 * BLOCK : BLOCK)
  last.set(rest)
  last[rest.length] = 0x80
  const view = new DataView(last.buffer)
  view.setBigUint64(last.length - 8, BigInt(content.size) * 8n)
  for (let at = 0; at < last.length; at += BLOCK) round(state, words, view, at)
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function join(first: Uint8Array, second: Uint8Array) {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

function round(state: Uint32Array, words: Uint32Array, view: DataView, at: number) {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i)
  for (let i = 16; i < 80; i += 1) {
    const mixed = word(words, i - 3) ^ word(words, i - 8) ^ word(words, i - 14) ^ word(words, i - 16)
    words[i] = (mixed << 1) | (mixed >>> 31)
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (let i = 0; i < 80; i += 1) {
    const f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d)
    const k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6
    const next = (((a << 5) | (a >>> 27)) + f + e + k + word(words, i)) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  for (const [i, value] of [a, b, c, d, e].entries()) state[i] = word(state, i) + value
}

function word(words: Uint32Array, index: number) {
  return words[index] as number
}
