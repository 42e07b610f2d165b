import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMediaType, makeThumbnails, walk, withOpenFile } from '@media-library/media'
import { createExifReader } from '@media-library/media/metadata'
import { openDerivedFiles } from '../../src/storage/derived-files.js'
import { findDistance } from './picture-distance.js'

/** The photos of a folder that the service draws, those that it does not draw, and those that it draws differently. */
export interface PictureComparison {
  drawn: number
  undrawn: { path: string; reason: string }[]
  unlike: { path: string; distance: number }[]
}

/**
 * The distance above which pictures differ. A picture that is turned, or has other colours, is further away. Rounding and other ways of
 * shrinking are nearer.
 */
const UNLIKE = 0.1

/** Draws each photo of a folder as the service does, and compares it with what libvips and ImageMagick draw. */
export async function comparePictures(folder: string): Promise<PictureComparison> {
  const comparison: PictureComparison = { drawn: 0, undrawn: [], unlike: [] }
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-compare-'))
  const derived = await openDerivedFiles({ dataDir, bucket: null })
  const exif = createExifReader({ processes: 1 })
  const names = { preview: 'photo.jpeg', thumbnail: 'photo.webp' }
  try {
    for await (const entry of walk(folder)) {
      if (entry.kind !== 'file') continue
      const source = { folder, path: entry.path }
      if ((await withOpenFile(source, findMediaType).catch(() => null)) !== 'IMAGE') continue
      try {
        await makeThumbnails({ source, type: 'IMAGE', ...names, derived, exif })
        comparison.drawn += 1
        const distance = await findDistance(entry.path, join(dataDir, names.preview))
        if (distance !== null && distance > UNLIKE) comparison.unlike.push({ path: entry.path, distance })
      } catch (error) {
        comparison.undrawn.push({ path: entry.path, reason: error instanceof Error ? error.message : String(error) })
      }
    }
    return comparison
  } finally {
    await exif.close()
    await rm(dataDir, { recursive: true })
  }
}
