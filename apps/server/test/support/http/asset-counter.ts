import type { IncomingMessage } from 'node:http'

const START = '{"checksum"'

/** Reads an answer to its end, and counts its assets without keeping them. */
export async function countAssets(response: IncomingMessage): Promise<number> {
  let assets = 0
  let tail = ''
  for await (const chunk of response) {
    const parts = `${tail}${chunk.toString('latin1')}`.split(START)
    assets += parts.length - 1
    tail = parts.at(-1)?.slice(-START.length + 1) ?? ''
  }
  return assets
}
