import type { FileTag, FileTags } from './file-tags.js'

/** A position in degrees; null when it is not known. */
export interface Position {
  latitude: number | null
  longitude: number | null
}

export const nowhere: Position = { latitude: null, longitude: null }

const firstBlocks = ['EXIF', 'XMP']

/** A tenth of a metre. */
const DECIMALS = 6

/** Finds the position in a side-car or else in the file. Both coordinates, and their hemispheres, are of one block. */
export function findPosition(tags: FileTags, sidecar: FileTags): Position {
  const positions = [sidecar, tags].flatMap(({ all }) => {
    const names = [...new Set([...firstBlocks, ...all.map(toBlock)])]
    return names.flatMap((name) => toPosition(all.filter((tag) => toBlock(tag) === name)) ?? [])
  })
  return positions[0] ?? nowhere
}

/** What exiftool composes may be of two blocks. It has the position of a video, too, which is a single tag. */
function toBlock({ groups }: FileTag): string {
  return groups[0] ?? ''
}

/** Returns the position in the tags of a block; null without a pair. Devices without a GPS fix write 0/0. */
function toPosition(block: FileTag[]): Position | null {
  const latitude = toDegrees(block, 'GPSLatitude', { most: 90, negative: 's' })
  const longitude = toDegrees(block, 'GPSLongitude', { most: 180, negative: 'w' })
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  return { latitude, longitude }
}

function toDegrees(block: FileTag[], name: string, { most, negative }: { most: number; negative: string }) {
  const read = (each: string) => String(block.find((tag) => tag.name === each)?.value ?? '')
  const degrees = Number(Number.parseFloat(read(name)).toFixed(DECIMALS))
  if (!(Math.abs(degrees) <= most)) return null
  return read(`${name}Ref`).toLowerCase().startsWith(negative) ? -Math.abs(degrees) : degrees
}
