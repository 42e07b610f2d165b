const HEX_LENGTH = 40

/** Converts a SHA-1 in base64 or hexadecimal to hexadecimal in lower case; null for none. */
export function toHex(checksum: string): string
export function toHex(checksum: string | undefined): string | null
export function toHex(checksum: string | undefined): string | null {
  if (checksum === undefined) return null
  return checksum.length === HEX_LENGTH ? checksum.toLowerCase() : Buffer.from(checksum, 'base64').toString('hex')
}
