import * as z from 'zod'
import type { ExifFields } from './exif-fields.js'
import type { TagValues } from './file-tags.js'
import { toName } from './keywords.js'

/** A face that the file marks, in pixels of the upright photo of `imageWidth` by `imageHeight`. */
export interface FaceRegion {
  /** The person's name; null when the file has none. */
  name: string | null
  boundingBoxX1: number
  boundingBoxY1: number
  boundingBoxX2: number
  boundingBoxY2: number
  imageWidth: number
  imageHeight: number
}

/** The area of a face. X and Y are the centre. A circle has a diameter `D`. */
const Area = z.object({
  X: z.coerce.number(),
  Y: z.coerce.number(),
  W: z.coerce.number().optional(),
  H: z.coerce.number().optional(),
  D: z.coerce.number().optional(),
  Unit: z.string().default('normalized'),
})
type Area = z.infer<typeof Area>

const Size = z.object({ W: z.coerce.number().positive(), H: z.coerce.number().positive() })
type Size = z.infer<typeof Size>

const Region = z.object({ Area, Name: z.unknown().optional(), Type: z.literal('Face') })

/** The regions of the Metadata Working Group, as exiftool returns them. */
const RegionInfo = z.object({
  AppliedToDimensions: Size.optional().catch(undefined),
  RegionList: z.union([z.array(z.unknown()), z.unknown().transform((region) => [region])]),
})

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Maps a box of the stored photo to the upright one, by EXIF orientation. */
const toUpright: Record<string, (box: Box) => Box> = {
  2: (box) => ({ ...box, x: 1 - box.x }),
  3: (box) => ({ ...box, x: 1 - box.x, y: 1 - box.y }),
  4: (box) => ({ ...box, y: 1 - box.y }),
  5: (box) => turned(box),
  6: (box) => turned({ ...box, y: 1 - box.y }),
  7: (box) => turned({ ...box, x: 1 - box.x, y: 1 - box.y }),
  8: (box) => turned({ ...box, x: 1 - box.x }),
}

/** Lists the faces that a file marks, without duplicates. Leaves out regions that are not faces or lie outside the photo. */
export function findFaceRegions(
  tags: TagValues,
  {
    exifImageWidth,
    exifImageHeight,
    orientation,
  }: Pick<ExifFields, 'exifImageWidth' | 'exifImageHeight' | 'orientation'>,
): FaceRegion[] {
  const info = RegionInfo.safeParse('RegionInfo' in tags ? tags.RegionInfo : undefined)
  if (!info.success || exifImageWidth === null || exifImageHeight === null) return []
  const stored: Size = { W: exifImageWidth, H: exifImageHeight }
  const isSideways = /^[5-8]$/.test(orientation ?? '')
  const upright = isSideways ? { W: stored.H, H: stored.W } : stored
  const marked = info.data.AppliedToDimensions ?? stored
  // The standard marks the stored photo. A program that marks the upright photo records the size of the upright photo.
  const isUpright = isSideways && isLandscape(marked) !== isLandscape(stored) && marked.W !== marked.H
  const turn = (isUpright ? undefined : toUpright[orientation ?? '']) ?? ((box: Box) => box)
  const faces = info.data.RegionList.flatMap((entry) => {
    const region = Region.safeParse(entry)
    if (!region.success) return []
    return [toPixels(toName(region.data.Name), turn(toBox(region.data.Area, marked)), upright)]
  })
  const once = new Map(faces.filter(isVisible).map((face) => [JSON.stringify(face), face]))
  return [...once.values()]
}

function turned({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width }
}

function isLandscape({ W, H }: Size) {
  return W > H
}

function toPixels(name: string | null, { x, y, width, height }: Box, size: Size): FaceRegion {
  const clamp = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), 1) * most)
  return {
    name,
    boundingBoxX1: clamp(x - width / 2, size.W),
    boundingBoxY1: clamp(y - height / 2, size.H),
    boundingBoxX2: clamp(x + width / 2, size.W),
    boundingBoxY2: clamp(y + height / 2, size.H),
    imageWidth: size.W,
    imageHeight: size.H,
  }
}

/** Returns a box in fractions of the photo, from its centre. */
function toBox({ X, Y, W, H, D = 0, Unit }: Area, size: Size): Box {
  const shorter = Math.min(size.W, size.H)
  const isPixels = Unit === 'pixel'
  const [unitX, unitY, unitD] = isPixels ? [1 / size.W, 1 / size.H, 1 / shorter] : [1, 1, 1]
  const diameter = D * unitD * shorter
  return {
    x: X * unitX,
    y: Y * unitY,
    width: W === undefined ? diameter / size.W : W * unitX,
    height: H === undefined ? diameter / size.H : H * unitY,
  }
}

function isVisible(face: FaceRegion) {
  return face.boundingBoxX1 < face.boundingBoxX2 && face.boundingBoxY1 < face.boundingBoxY2
}
