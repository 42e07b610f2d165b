import sharp from 'sharp'

/** A face in a photo, as shares of its width and height, and the path of its picture. */
export interface FaceRequest {
  target: string
  left: number
  top: number
  right: number
  bottom: number
}

const EDGE = 250

/** The part of the photo around a face that is shown: half of the face's size. */
const MARGIN = 1.5

/** Cuts faces out of a preview, each as a square JPEG of at most 250 px. */
export async function drawFaces(preview: string, faces: FaceRequest[]): Promise<void> {
  if (faces.length === 0) return
  const { width, height } = await sharp(preview).metadata()
  for (const face of faces) {
    const area = toSquare(face, { width, height })
    await sharp(preview)
      .extract(area)
      .resize({ width: EDGE, height: EDGE, withoutEnlargement: true })
      .keepIccProfile()
      .jpeg({ quality: 80 })
      .toFile(face.target)
  }
}

/** Returns the square around a face, moved and shrunk so that it is within the photo. */
function toSquare({ left, top, right, bottom }: FaceRequest, { width, height }: { width: number; height: number }) {
  const wanted = MARGIN * Math.max((right - left) * width, (bottom - top) * height)
  const side = Math.max(1, Math.min(width, height, Math.round(wanted)))
  const start = (middle: number, length: number) =>
    Math.min(length - side, Math.max(0, Math.round(middle * length - side / 2)))
  return { left: start((left + right) / 2, width), top: start((top + bottom) / 2, height), width: side, height: side }
}
