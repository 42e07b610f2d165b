import { basename, extname } from 'node:path'

/** What file systems take, without the extension of a side-car. */
const LONGEST_BYTES = 240

/**
 * Returns a name under which a file can be stored, as close to the given one as possible: without folders, control characters and
 * the dots of hidden files, and not longer than file systems take. Null when nothing of it is left.
 */
export function safeFileName(given: string): string | null {
  const name = basename(given.replaceAll('\\', '/'))
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
