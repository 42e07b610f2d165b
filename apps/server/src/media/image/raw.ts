import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { BinaryField, type ExifTool, type Tags } from 'exiftool-vendored'
import { fileTypeFromFile } from 'file-type'
import { FileFault } from '../../errors.js'
import type { OpenFile } from '../../files/open-beneath.js'
import { rawExtensions } from '../extensions.js'

const previewTags = ['JpgFromRaw', 'JpgFromRaw2', 'PreviewImage', 'OtherImage', 'ThumbnailImage'] as const

/** Whether a file holds what a sensor saw. Some cameras write it as plain TIFF, which only the extension tells apart. */
export async function isRaw({ path, steadyPath }: OpenFile): Promise<boolean> {
  const found = await fileTypeFromFile(steadyPath)
  const extension = found && found.mime !== 'image/tiff' ? found.ext : extname(path).slice(1).toLowerCase()
  return rawExtensions.includes(extension)
}

/**
 * Writes the largest JPEG that a camera put into its RAW file, with the orientation of the RAW if it has none. Throws
 * when there is none.
 */
export async function extractPreview(exiftool: ExifTool, path: string, target: string): Promise<void> {
  const tags = await exiftool.read(path)
  const [largest] = previewTags
    .filter((name) => sizeOf(tags, name) > 0)
    .toSorted((left, right) => sizeOf(tags, right) - sizeOf(tags, left))
  if (!largest) throw new FileFault('it is a RAW file without a preview inside; export it as JPEG')
  await rm(target, { force: true })
  await exiftool.extractBinaryTag(largest, path, target)
  const { Orientation: own } = await exiftool.read(target)
  if (own === undefined && tags.Orientation !== undefined) {
    await exiftool.write(target, { 'Orientation#': Number(tags.Orientation) }, { writeArgs: ['-overwrite_original'] })
  }
}

function sizeOf(tags: Tags, name: (typeof previewTags)[number]) {
  const value: unknown = tags[name as keyof Tags]
  return value instanceof BinaryField ? (value.bytes ?? 0) : 0
}
