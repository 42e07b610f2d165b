import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'

/** Draws a blurred version of a picture, as the address of an image. */
export function drawHash(thumbhash: string): string {
  return thumbHashToDataURL(toBytes(thumbhash))
}

/** Returns the average color of a picture for CSS. */
export function readColor(thumbhash: string): string {
  const { r, g, b, a } = thumbHashToAverageRGBA(toBytes(thumbhash))
  const [red, green, blue] = [r, g, b].map((part) => Math.round(255 * part))
  return `rgb(${red} ${green} ${blue} / ${a})`
}

function toBytes(thumbhash: string) {
  return Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
}
