import { thumbHashToRGBA } from 'thumbhash'

/** Draws what a picture looks like from afar. */
export function drawHash(canvas: HTMLCanvasElement, thumbhash: string): void {
  const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)))
  canvas.width = w
  canvas.height = h
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
}
