import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A picture, a video, or half of a live photo, as it is copied into the demo library. */
export interface Picture {
  /** The path in `folder`, which begins with the name of its owner: `ada/bora-bora/palms.jpg`. */
  path: string
  /** The moment of capture, in ISO 8601: the time that the copied file gets. */
  takenAt: string
  tags: string[]
}

/** The folder of the pictures. */
export const folder: string = fileURLToPath(new URL('../../../demo/', import.meta.url))

/** All pictures of the folder. */
export const pictures: Picture[] = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'))
