/** The size of a picture in pixels. */
export interface Size {
  width: number
  height: number
}

const EDGE = 1_440
const LONGEST = 65_500

/** Returns the size of the preview of a picture. */
export function toPreviewSize(size: Size): ReturnType<typeof fit> {
  return fit(size, EDGE, LONGEST)
}

/** Returns the size with `edge` on the shorter side, never enlarged, and within the limits of the format. */
export function fit({ width, height }: Size, edge: number, longest: number): Size & { fit: 'fill' } {
  const scale = Math.min(1, edge / Math.min(width, height), longest / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: 'fill',
  }
}
