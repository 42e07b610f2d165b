import { type Canvas, filled, type Point, shade } from '../drawing/canvas.js'
import { archBridge, block, spire, tower } from '../drawing/city.js'
import { mix } from '../drawing/color.js'
import { sky } from '../drawing/sky.js'
import { water } from '../drawing/water.js'

const glass = ['#8fa9c4', '#b9c4cf', '#6f8aa8', '#d3cdc4', '#7f95a5']

/** A harbour with a house of shell roofs, an arch bridge and towers. */
export function harbour(canvas: Canvas): string {
  const { width, height } = canvas
  const shore = height * 0.66
  const wide = width > height
  const skyline = block(canvas, {
    from: width * 0.46,
    to: width * 1.04,
    ground: shore,
    low: 120,
    high: 330,
    colors: glass,
    distance: 0.32,
    wide: [34, 66],
  })
  const needle = tower(canvas, {
    x: width * 0.74,
    ground: shore,
    wide: 22,
    tall: 350,
    color: '#c9b384',
    distance: 0.25,
    crown: spire(width * 0.74 - 16, shore - 350, 54, 90),
  })
  const above = [
    sky(canvas, { cover: 0.38, horizon: 0.66 }),
    skyline,
    needle,
    archBridge(
      canvas,
      wide ? [width * 0.05, width * 0.44] : [-width * 0.12, width * 0.42],
      shore - 66,
      wide ? 250 : 230,
      '#5b6570',
      0.25,
    ),
    opera(canvas, width * (wide ? 0.5 : 0.4), shore + 2, wide ? 1.12 : 0.98),
  ].join('')
  return water(canvas, { top: shore, color: '#1f5f86', above, mirror: 0.62, ripple: 1.3 })
}

function opera(canvas: Canvas, x: number, y: number, scale: number): string {
  const s = (value: number) => value * scale
  const row = [
    [0, 118, 132, 0.95],
    [80, 140, 178, 0.95],
    [176, 150, 210, 0.92],
    [300, 92, 104, 0.1],
    [372, 104, 128, 0.92],
    [440, 80, 84, 0.1],
  ] as const
  const base = filled(canvas, `M${x - s(40)} ${y}L${x - s(18)} ${y - s(36)}H${x + s(545)}L${x + s(570)} ${y}Z`, [
    shade(canvas, '#c39d84'),
    shade(canvas, '#7d6360'),
  ])
  const lamps =
    canvas.light.darkness > 0.3
      ? `<path d="M${x - s(10)} ${y - s(20)}H${x + s(540)}" stroke="#ffcf85" stroke-width="5" stroke-dasharray="9 13"/>`
      : ''
  return (
    row.map(([dx, wide, tall, lean]) => shell(canvas, [x + s(dx), y - s(34)], s(wide), s(tall), lean)).join('') +
    base +
    lamps
  )
}

/** A shell roof: two curved edges from a foot to a peak. */
function shell(canvas: Canvas, [x, y]: Point, wide: number, tall: number, lean: number): string {
  const peak: Point = [x + wide * lean, y - tall]
  const outer = `M${x} ${y}Q${x + wide * 0.08} ${y - tall * 0.72} ${peak[0]} ${peak[1]}Q${x + wide * 0.86} ${y - tall * 0.55} ${x + wide} ${y}Z`
  const inner = `M${x + wide * 0.5} ${y}Q${x + wide * 0.62} ${y - tall * 0.6} ${peak[0]} ${peak[1]}Q${x + wide * 0.86} ${y - tall * 0.55} ${x + wide} ${y}Z`
  const lit = (color: string, share: number) => mix(shade(canvas, color), '#ffe9c9', canvas.light.darkness * share)
  return (
    filled(canvas, outer, [lit('#fffaf0', 0.55), lit('#e6dccb', 0.8)]) +
    `<path d="${inner}" fill="${lit('#a39a94', 0.2)}" opacity=".75"/>`
  )
}
