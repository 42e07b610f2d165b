import { type Metadata, NO_MARKS } from '../../../src/assets/metadata/metadata.js'
import { Prisma } from '../../../src/generated/prisma/client.js'

/** Makes the metadata of a file of which only the size is known. */
export function makeExif(): Metadata['exif'] {
  const { assetId: _, fileDescription: __, ...fields } = Prisma.ExifScalarFieldEnum
  const names = Object.keys(fields).filter((field) => !(field in NO_MARKS))
  const nothing = Object.fromEntries(names.map((field) => [field, null]))
  return { ...(nothing as Record<Exclude<keyof typeof fields, keyof typeof NO_MARKS>, null>), fileSizeInByte: 1n }
}
