const SHORT = 3
const LONG = 4
const BYTES = 7

const SAMPLES = 3

/** Makes an uncompressed TIFF of RGB pixels, the only way to pass pixels and their colour profile to sharp together. */
export function toTiff(pixels: Uint8Array, width: number, height: number, icc: Buffer): Buffer {
  const fieldCount = 11
  const bitsOffset = 8 + 2 + fieldCount * 12 + 4
  const iccOffset = bitsOffset + SAMPLES * 2
  const fields: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, SAMPLES, bitsOffset],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, 2], // RGB
    [273, LONG, 1, iccOffset + icc.length],
    [277, SHORT, 1, SAMPLES],
    [278, LONG, 1, height],
    [279, LONG, 1, pixels.length],
    [284, SHORT, 1, 1], // sample beside sample
    ...(icc.length > 0 ? [[34675, BYTES, icc.length, iccOffset] as [number, number, number, number]] : []),
  ]
  const header = Buffer.alloc(iccOffset)
  header.write('II*\0', 'latin1')
  header.writeUInt32LE(8, 4)
  header.writeUInt16LE(fields.length, 8)
  for (const [index, [tag, type, count, value]] of fields.entries()) {
    const offset = 10 + index * 12
    header.writeUInt16LE(tag, offset)
    header.writeUInt16LE(type, offset + 2)
    header.writeUInt32LE(count, offset + 4)
    header.writeUInt32LE(value, offset + 8)
  }
  for (let sample = 0; sample < SAMPLES; sample++) header.writeUInt16LE(8, bitsOffset + 2 * sample)
  return Buffer.concat([header, icc, pixels])
}
