import { expect, test } from 'vitest'
import { readTexts } from '../../src/database/copy.js'

function number(bytes: 2 | 4, value: number) {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}

/** What PostgreSQL sends for rows of one text: a signature, flags, no extension, the rows, and -1 columns at the end. */
const copied = Buffer.concat([
  Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
  number(4, 0),
  number(4, 0),
  ...['{"name":"Zoë"}', null, '', ',{"name":"🏔"}'].flatMap((text) =>
    text === null
      ? [number(2, 1), number(4, -1)]
      : [number(2, 1), number(4, Buffer.byteLength(text)), Buffer.from(text)],
  ),
  number(2, -1),
])

async function* splitIntoParts(size: number) {
  for (let start = 0; start < copied.length; start += size) yield copied.subarray(start, start + size)
}

test.each([1, 2, 5, 7, 24, 25, 26, 1_000])(
  'texts are read from a COPY that arrives in parts of %i bytes',
  async (size) => {
    const parts: Buffer[] = []
    for await (const part of readTexts(splitIntoParts(size))) parts.push(part)

    expect(Buffer.concat(parts).toString()).toBe('{"name":"Zoë"},{"name":"🏔"}')
  },
)
