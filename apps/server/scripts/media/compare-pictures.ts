import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMediaType, makeThumbnails, walk, withOpenFile } from '@media-library/media'
import { createExifReader } from '@media-library/media/metadata'
import pLimit from 'p-limit'
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

/**
 * Draws each photo of a folder as the service does, and compares it with what libvips, ImageMagick and ffmpeg draw: several at once, and in the
 * order of the folder.
 */
export async function comparePictures(folder: string): Promise<PictureComparison> {
  const comparison: PictureComparison = { drawn: 0, undrawn: [], unlike: [] }
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-compare-'))
  const derived = await openDerivedFiles({ dataDir, bucket: null })
  const exif = createExifReader({ processes: availableParallelism() })
  const atOnce = pLimit(availableParallelism())
  const draw = async (path: string, index: number): Promise<Drawing | null> => {
    const source = { folder, path }
    if ((await withOpenFile(source, findMediaType).catch(() => null)) !== 'IMAGE') return null
    const names = { preview: `${index}.jpeg`, thumbnail: `${index}.webp` }
    try {
      await makeThumbnails({ source, type: 'IMAGE', ...names, derived, exif })
      return { path, distance: await findDistance(path, join(dataDir, names.preview)) }
    } catch (error) {
      return { path, reason: error instanceof Error ? error.message : String(error) }
    } finally {
      for (const name of Object.values(names)) await derived.remove(name)
    }
  }
  try {
    const paths: string[] = []
    for await (const entry of walk(folder)) if (entry.kind === 'file') paths.push(entry.path)
    const drawings = await Promise.all(paths.map((path, index) => atOnce(() => draw(path, index))))
    for (const drawing of drawings) {
      if (drawing === null) continue
      if ('reason' in drawing) comparison.undrawn.push(drawing)
      else {
        comparison.drawn += 1
        const { path, distance } = drawing
        if (distance !== null && distance > UNLIKE) comparison.unlike.push({ path, distance })
      }
    }
    return comparison
  } finally {
    await exif.close()
    await rm(dataDir, { recursive: true })
  }
}

type Drawing = { path: string; distance: number | null } | { path: string; reason: string }
