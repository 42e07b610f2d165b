import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'

/** What a picture looks like from afar, as the address of an image. */
export function drawHash(thumbhash: string): string {
  return thumbHashToDataURL(toBytes(thumbhash))
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
