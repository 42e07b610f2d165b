import type { Metadata } from '../../../src/assets/metadata/metadata.js'
import { Prisma } from '../../../src/generated/prisma/client.js'

/** What a file tells that says nothing of itself but its size. */
export function makeExif(): Metadata['exif'] {
  const { assetId: _, fileDescription: __, isDateOwn: ___, isPlaceOwn: ____, ...fields } = Prisma.ExifScalarFieldEnum
  const nothing = Object.fromEntries(Object.keys(fields).map((field) => [field, null]))
  return { ...(nothing as Record<keyof typeof fields, null>), fileSizeInByte: 1n }
}
