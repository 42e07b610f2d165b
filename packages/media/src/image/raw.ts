import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { ExifTool } from 'exiftool-vendored'
import { FileFault } from '../errors.js'
import { rawExtensions } from '../extensions.js'
import { findType } from '../file-type.js'
import type { OpenFile } from '../files/open-beneath.js'

const previewTags = ['JpgFromRaw', 'JpgFromRaw2', 'PreviewImage', 'OtherImage', 'ThumbnailImage']

/** The fault of a RAW file without a picture. */
export const NO_PREVIEW = 'it is a RAW file without a preview inside; export it as JPEG'

/**
 * Returns whether a file contains the data of a sensor. Some cameras write it as plain TIFF, which only the extension distinguishes.
 */
export async function isRaw(file: OpenFile): Promise<boolean> {
  const { ext, mime } = await findType(file)
  const isNamed = mime === '' || mime === 'image/tiff'
  return rawExtensions.includes(isNamed ? extname(file.path).slice(1).toLowerCase() : ext)
}

/** Returns whether the tags of a file name a picture inside it. */
export function hasPreview(tags: object): boolean {
  return previewTags.some((name) => name in tags)
}

/**
 * Writes the JPEG with the most pixels that a camera put into its RAW file, with the orientation of the RAW if it has none.
 * Throws when there is none.
 */
export async function extractPreview(exiftool: ExifTool, path: string, target: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(target), 'previews-'))
  try {
    const largest = await extractLargest(exiftool, path, folder)
    if (!largest) throw new FileFault(NO_PREVIEW)
    await rename(largest, target)
  } finally {
    await rm(folder, { recursive: true })
  }
  const [{ Orientation: own }, { Orientation }] = [await exiftool.read(target), await exiftool.read(path)]
  if (own === undefined && Orientation !== undefined) {
    await exiftool.write(target, { 'Orientation#': Number(Orientation) }, { writeArgs: ['-overwrite_original'] })
  }
}

/** Extracts every picture inside a file, of which several may have one name, and returns the path of the largest. */
async function extractLargest(exiftool: ExifTool, path: string, folder: string): Promise<string | null> {
  const found = await exiftool.readRaw(path, { readArgs: ['-a', '-G1', ...previewTags.map((name) => `-${name}`)] })
  const names = Object.keys(found).filter((name) => previewTags.includes(name.split(':')[1] ?? ''))
  let largest: { path: string; pixels: number } | null = null
  for (const [index, name] of names.entries()) {
    const extracted = join(folder, String(index))
    const pixels = await exiftool.extractBinaryTag(name, path, extracted).then(
      () => countPixels(exiftool, extracted),
      () => 0,
    )
    if (pixels > (largest?.pixels ?? 0)) largest = { path: extracted, pixels }
  }
  return largest?.path ?? null
}

/** Counts the pixels of a picture; 0 when it is no JPEG, because some cameras list previews that their files lack. */
async function countPixels(exiftool: ExifTool, path: string): Promise<number> {
  const { MIMEType, ImageWidth = 0, ImageHeight = 0 } = await exiftool.read(path)
  return MIMEType === 'image/jpeg' ? ImageWidth * ImageHeight : 0
}
