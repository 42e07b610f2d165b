import { type Canvas, type Point, polygon, shade } from './canvas.js'
import { between, type Random, rolling } from './random.js'

/** A wood of conifers along a slope that goes from `from` to `to` and wanders a little. */
export function wood(
  canvas: Canvas,
  {
    from,
    to,
    tall,
    count,
    color,
    distance,
  }: { from: Point; to: Point; tall: number; count: number; color: string; distance: number },
): string {
  const { random, height } = canvas
  const noise = rolling(random, 3)
  const along = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + noise(t * 6) * tall * 0.25,
  ]
  const trees = Array.from({ length: count }, () => {
    const [x, y] = along(random())
    return conifer(random, x, y + tall * 0.15, tall * between(random, 0.55, 1.15))
  })
  const ground = Array.from({ length: 41 }, (_, index) => along(index / 40))
  const slope = polygon([...ground, [to[0], height], [from[0], height]])
  return `<path d="${slope}${trees.join('')}" fill="${shade(canvas, color, distance)}"/>`
}

/** A palm that leans from its root towards its crown. */
export function palm(canvas: Canvas, root: Point, crown: Point, reach: number, color: string): string {
  const { random } = canvas
  const [cx, cy] = crown
  const bend: Point = [root[0] + (cx - root[0]) * 0.25, root[1] + (cy - root[1]) * 0.6]
  const leaves = Array.from({ length: 13 }, (_, index) => {
    const angle = Math.PI * (1.1 + (index / 12) * 1.0 - 0.05) + between(random, -0.12, 0.12)
    const long = reach * between(random, 0.8, 1.1)
    const middle: Point = [cx + Math.cos(angle) * long * 0.6, cy + Math.sin(angle) * long * 0.6 - reach * 0.12]
    const tip: Point = [
      cx + Math.cos(angle) * long,
      cy + Math.sin(angle) * long * 0.55 + reach * between(random, 0.25, 0.5),
    ]
    return frond(random, crown, middle, tip, reach * 0.2)
  })
  const trunk = `M${root[0] - 13} ${root[1]}Q${bend[0] - 8} ${bend[1]} ${cx - 5} ${cy}L${cx + 5} ${cy}Q${bend[0] + 10} ${bend[1]} ${root[0] + 15} ${root[1]}Z`
  return `<path d="${trunk}" fill="${shade(canvas, '#6b4f3a')}"/><path d="${leaves.join('')}" fill="${shade(canvas, color)}"/>`
}

/** An umbrella thorn: forked branches under flat layers of leaves. */
export function acacia(canvas: Canvas, [x, y]: Point, tall: number, color: string, distance: number): string {
  const { random } = canvas
  const wide = tall * between(random, 0.75, 0.95)
  const fork = y - tall * 0.38
  const branches = [-0.75, -0.4, -0.05, 0.35, 0.72].map((side) => {
    const [tx, ty] = [x + side * wide, y - tall * between(random, 0.87, 0.9)]
    return `M${x} ${fork + 10}Q${x + side * wide * 0.35} ${fork - tall * 0.12} ${tx} ${ty}`
  })
  const puffs = Array.from({ length: 54 }, () => {
    const along = random() + random() - 1
    const r = wide * between(random, 0.09, 0.17) * (1.1 - Math.abs(along) * 0.5)
    const up = y - tall * (0.86 + 0.1 * (1 - along * along) * random())
    return `<ellipse cx="${(x + along * wide).toFixed(0)}" cy="${up.toFixed(0)}" rx="${(r * 1.5).toFixed(0)}" ry="${(r * 0.42).toFixed(0)}"/>`
  })
  const stroke = `fill="none" stroke-linecap="round" stroke-width="${(tall * 0.026).toFixed(1)}"`
  const trunk = `<path d="M${x} ${y}Q${x - tall * 0.05} ${(y + fork) / 2} ${x} ${fork}" ${stroke.replace(/width="[\d.]+"/, `width="${(tall * 0.055).toFixed(1)}"`)}/>`
  const paint = shade(canvas, color, distance)
  return `<g fill="${paint}" stroke="${paint}">${trunk}<path d="${branches.join('')}" ${stroke}/></g><g fill="${paint}">${puffs.join('')}</g>`
}

function conifer(random: Random, x: number, y: number, tall: number): string {
  const wide = tall * between(random, 0.15, 0.2)
  const left: Point[] = []
  const right: Point[] = []
  const tiers = 6
  for (let tier = 1; tier <= tiers; tier += 1) {
    const down = y - tall + (tall * 0.94 * tier) / tiers
    const out = (wide * tier) / tiers
    left.push([x - out * between(random, 0.85, 1.15), down], [x - out * 0.45, down - tall * 0.02])
    right.push([x + out * between(random, 0.85, 1.15), down], [x + out * 0.45, down - tall * 0.02])
  }
  return polygon([[x, y - tall], ...right, [x + wide * 0.12, y], [x - wide * 0.12, y], ...left.toReversed()])
}

/** Leaflets hang from a curved rib. */
function frond(random: Random, from: Point, middle: Point, tip: Point, hang: number): string {
  const at = (t: number): Point => {
    const s = 1 - t
    return [
      s * s * from[0] + 2 * s * t * middle[0] + t * t * tip[0],
      s * s * from[1] + 2 * s * t * middle[1] + t * t * tip[1],
    ]
  }
  const side = Math.sign(tip[0] - from[0]) || 1
  const rib = Array.from({ length: 25 }, (_, index) => at(index / 24))
  const edge = rib.flatMap(([x, y], index): Point[] => {
    const droop = hang * Math.sin(Math.PI * (0.1 + 0.88 * (index / 24))) * between(random, 0.85, 1.15)
    return [
      [x + side * droop * 0.35, y + droop],
      [x + side * 2, y + droop * 0.35],
    ]
  })
  const upper = rib.map(([x, y]): Point => [x, y - 3])
  return polygon([...upper, ...edge.toReversed()])
}
