/** Returns what stands before the channels of a PSD of 8 bits in RGB without layers. */
export function makePsdHeader({ width, height }: { width: number; height: number }, channels: number): Buffer {
  const header = Buffer.alloc(40)
  header.write('8BPS\0\x01', 'latin1')
  header.writeUInt16BE(channels, 12)
  header.writeUInt32BE(height, 14)
  header.writeUInt32BE(width, 18)
  header.writeUInt16BE(8, 22)
  header.writeUInt16BE(3, 24)
  return header
}
