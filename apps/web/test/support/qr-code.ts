import decodeQR from 'qr/decode.js'

/** The pixels of a square of a QR code, and the squares of its margin on each side. */
const SCALE = 4
const MARGIN = 4

/** Reads a QR code as a camera does. */
export function readCode(picture: HTMLElement): string {
  const squares = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const size = (squares + 2 * MARGIN) * SCALE
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of picture
    .querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)h1/g) ?? []) {
    for (let pixel = 0; pixel < SCALE * SCALE; pixel += 1) {
      const left = (Number(x) + MARGIN) * SCALE + (pixel % SCALE)
      const top = (Number(y) + MARGIN) * SCALE + Math.floor(pixel / SCALE)
      data.fill(0, (top * size + left) * 4, (top * size + left) * 4 + 3)
    }
  }
  return decodeQR({ width: size, height: size, data })
}
