import { type IsoBox, listBoxesIn } from '../boxes.js'

/** A part of a picture in pixels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Returns a HEIC whose main picture is not cropped, and the part of the upright picture that is left by its crop. Null when it has none, or
 * when it is not described in the usual way.
 */
export function takeCrop(content: Buffer): { content: Buffer; area: Area } | null {
  const properties = listMainProperties(content)
  const find = (type: string) => properties.find((property) => property.type === type)
  const [size, crop] = [find('ispe'), find('clap')]
  if (!size || !crop) return null
  try {
    const [width, height] = [content.readUInt32BE(size.content + 4), content.readUInt32BE(size.content + 8)]
    const [wide = 0, high = 0, right = 0, down = 0] = [0, 8, 16, 24].map(
      (at) => content.readInt32BE(crop.content + at) / content.readUInt32BE(crop.content + at + 4),
    )
    const area = { left: (width - wide) / 2 + right, top: (height - high) / 2 + down, width: wide, height: high }
    const upright = properties.reduce(
      (turned, { type, content: start }) => turn(turned, type, content.readUInt8(start)),
      {
        area,
        width,
        height,
      },
    )
    const whole = Buffer.from(content)
    for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
      whole.writeUInt32BE(value, crop.content + 4 * index)
    return { content: whole, area: toPixels(upright) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

interface Turned {
  area: Area
  width: number
  height: number
}

/** Turns a picture a quarter to the left so many times, or mirrors it. */
function turn({ area, width, height }: Turned, type: string, value: number): Turned {
  if (type === 'imir') {
    const mirrored =
      (value & 1) === 0
        ? { ...area, top: height - area.top - area.height }
        : { ...area, left: width - area.left - area.width }
    return { area: mirrored, width, height }
  }
  if (type !== 'irot' || (value & 3) === 0) return { area, width, height }
  const turned = { left: area.top, top: width - area.left - area.width, width: area.height, height: area.width }
  return turn({ area: turned, width: height, height: width }, type, value - 1)
}

function toPixels({ area, width, height }: Turned): Area {
  const [left, top] = [Math.max(0, Math.round(area.left)), Math.max(0, Math.round(area.top))]
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(area.width), width - left)),
    height: Math.max(1, Math.min(Math.round(area.height), height - top)),
  }
}

/** As `listProperties`; none when they are not described in the usual way. */
export function listMainProperties(content: Buffer): IsoBox[] {
  try {
    return listProperties(content)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Lists the properties of the main picture, in the order in which they are applied. */
function listProperties(content: Buffer): IsoBox[] {
  const meta = requireBox(listBoxesIn(content), 'meta')
  const parts = listBoxesIn(content, { start: meta.content + 4, end: meta.end })
  const main = requireBox(parts, 'pitm').content
  const id = content.readUInt8(main) === 0 ? content.readUInt16BE(main + 4) : content.readUInt32BE(main + 4)
  const described = requireBox(parts, 'iprp')
  const [all, links] = ['ipco', 'ipma'].map((type) =>
    requireBox(listBoxesIn(content, { start: described.content, end: described.end }), type),
  )
  if (!all || !links) return []
  const properties = listBoxesIn(content, { start: all.content, end: all.end })
  const [idBytes, linkBytes] = [
    content.readUInt8(links.content) === 0 ? 2 : 4,
    (content.readUInt8(links.content + 3) & 1) + 1,
  ]
  let at = links.content + 8
  for (let left = content.readUInt32BE(links.content + 4); left > 0; left -= 1) {
    const count = content.readUInt8(at + idBytes)
    const first = at + idBytes + 1
    if (content.readUIntBE(at, idBytes) === id) {
      const numbers = Array.from({ length: count }, (_, index) => {
        const link = content.readUIntBE(first + index * linkBytes, linkBytes)
        return link % 2 ** (8 * linkBytes - 1)
      })
      return numbers.flatMap((number) => properties[number - 1] ?? [])
    }
    at = first + count * linkBytes
  }
  return []
}

function requireBox(boxes: IsoBox[], type: string): IsoBox {
  const found = boxes.find((box) => box.type === type)
  if (!found) throw new RangeError(`there is no ${type}`)
  return found
}
