import { thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'

/** Draws what a picture looks like from afar. */
export function drawHash(canvas: HTMLCanvasElement, thumbhash: string): void {
  const { w, h, rgba } = thumbHashToRGBA(toBytes(thumbhash))
  canvas.width = w
  canvas.height = h
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
}

/** The average color of a picture, as CSS writes it. */
export function colorOf(thumbhash: string): string {
  const { r, g, b, a } = thumbHashToAverageRGBA(toBytes(thumbhash))
  const [red, green, blue] = [r, g, b].map((part) => Math.round(255 * part))
  return `rgb(${red} ${green} ${blue} / ${a})`
}

function toBytes(thumbhash: string) {
  return Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
}
