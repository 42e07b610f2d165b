import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeThumbnails, type ThumbnailRequest } from '@media-library/media'
import sharp from 'sharp'
import { expect } from 'vitest'
import { openDerivedFiles } from '../../../src/storage/derived-files.js'
import { makeSharedFolder } from '../../fixtures/folder.js'
import { placeAt } from '../jobs/open-file.js'
import { exif } from './exif-reader.js'

/** Opens a folder of pictures for the length of a test file, and draws their thumbnails. */
export async function openThumbnailFolder() {
  const folder = await makeSharedFolder()

  const place = async (name: string, content: Buffer) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }

  /** Makes them into a folder of their own; one that fails must leave it empty. */
  const make = async (
    source: string,
    type: 'IMAGE' | 'VIDEO' = 'IMAGE',
    signal?: AbortSignal,
    limits?: ThumbnailRequest['limits'],
  ) => {
    const dataDir = await mkdtemp(join(folder, 'output-'))
    const derived = await openDerivedFiles({ dataDir, bucket: null })
    const keys = { preview: 'thumbs/1a/2b/asset.jpeg', thumbnail: 'thumbs/1a/2b/asset.webp' }
    const output = join(dataDir, 'thumbs/1a/2b')
    const listOutput = () => readdir(output).catch(() => [])
    try {
      const made = await makeThumbnails({ source: placeAt(source), type, ...keys, derived, exif, signal, limits })
      return { ...made, preview: join(dataDir, keys.preview), thumbnail: join(dataDir, keys.thumbnail), listOutput }
    } catch (error) {
      expect(await listOutput()).toEqual([])
      throw error
    }
  }

  return { folder, place, make }
}

export async function readSize(path: string) {
  const { width, height } = await sharp(path).metadata()
  return [width, height]
}
