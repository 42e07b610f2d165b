import { type Canvas, filled, polygon, shade, softSpot } from '../drawing/canvas.js'
import { hills } from '../drawing/mountain.js'
import { family } from '../drawing/people.js'
import { rolling } from '../drawing/random.js'
import { sky } from '../drawing/sky.js'
import { palm } from '../drawing/trees.js'
import { water } from '../drawing/water.js'

/** Granite domes across a bay, seen from a beach. */
export function bay(canvas: Canvas): string {
  const { width, height, light } = canvas
  const shore = height * 0.58
  const side = canvas.random() < 0.5 ? 0.24 : 0.7
  const above = [
    sky(canvas, { cover: 0.42, horizon: 0.58 }),
    hills(canvas, { y: shore - 46, rise: 90, foot: shore, color: '#4f7160', distance: 0.6, feature: 0.22 }),
    dome(canvas, width * side, shore, 235, 330, 0.3),
    dome(canvas, width * side + 190, shore, 200, 205, 0.22),
    dome(canvas, width * (side < 0.5 ? 0.86 : 0.14), shore, 170, 150, 0.45),
    cityLights(canvas, shore),
  ].join('')
  return (
    water(canvas, { top: shore, color: light.darkness > 0.3 ? '#24567a' : '#1f8fa8', above, mirror: 0.4 }) +
    beach(canvas, height * 0.82)
  )
}

/** The bay with palms over the beach. */
export function bayWithPalms(canvas: Canvas): string {
  const { width, height } = canvas
  const right = canvas.sun[0] < width / 2
  const x = (share: number) => (right ? width * (1 - share) : width * share)
  return (
    bay(canvas) +
    palm(canvas, [x(0.05), height * 0.99], [x(0.19), height * 0.36], 250, '#2f6b3c') +
    palm(canvas, [x(0.0), height * 0.97], [x(0.06), height * 0.5], 200, '#275c36')
  )
}

/** A family at the water's edge. */
export function bayWithFamily(canvas: Canvas): string {
  return bay(canvas) + family(canvas, [canvas.width * 0.34, canvas.height * 0.88], canvas.height * 0.27)
}

function dome(canvas: Canvas, x: number, foot: number, half: number, tall: number, distance: number): string {
  const path = `M${x - half} ${foot}C${x - half * 0.62} ${foot - tall * 0.35} ${x - half * 0.5} ${foot - tall * 0.96} ${x - half * 0.06} ${foot - tall}C${x + half * 0.34} ${foot - tall * 1.02} ${x + half * 0.42} ${foot - tall * 0.5} ${x + half} ${foot}Z`
  const shadow = `M${x - half * 0.06} ${foot - tall}C${x + half * 0.34} ${foot - tall * 1.02} ${x + half * 0.42} ${foot - tall * 0.5} ${x + half} ${foot}H${x + half * 0.2}C${x + half * 0.3} ${foot - tall * 0.4} ${x + half * 0.12} ${foot - tall * 0.7} ${x - half * 0.06} ${foot - tall}Z`
  return `${filled(canvas, path, [
    shade(canvas, '#8a7f77', distance),
    shade(canvas, '#5d7355', distance),
    shade(canvas, '#3f6248', distance),
  ])}<path d="${shadow}" fill="${shade(canvas, '#2e3f46', distance)}" opacity=".55"/>`
}

function cityLights(canvas: Canvas, y: number): string {
  const { random, width, light } = canvas
  if (light.darkness < 0.3) return ''
  const [definition, spot] = softSpot(canvas, '#ffd089')
  return (
    definition +
    Array.from({ length: 150 }, () => spot(random() * width, y - 3 - random() ** 3 * 46, 9, 6, 0.9)).join('')
  )
}

/** Wet sand, dry sand and two lines of foam. */
function beach(canvas: Canvas, y: number): string {
  const { width, height, random } = canvas
  const noise = rolling(random, 3)
  const line = (offset: number, swing: number) =>
    Array.from({ length: 81 }, (_, index): [number, number] => [
      (index / 80) * width,
      y + offset + noise(index / 14 + offset) * swing + (index / 80) * 34,
    ])
  const down = (points: [number, number][]) => polygon([...points, [width, height], [0, height]])
  const foam = (offset: number, thick: number, opacity: number) => {
    const edge = line(offset, 16)
    return `<path d="${polygon([...edge, ...edge.map(([x, fy]): [number, number] => [x, fy + thick * (0.6 + 0.5 * Math.sin(x / 70))]).toReversed()])}" fill="${shade(canvas, '#ffffff')}" opacity="${opacity}"/>`
  }
  return [
    foam(-70, 7, 0.55),
    foam(-34, 9, 0.7),
    filled(canvas, down(line(0, 16)), [shade(canvas, '#c7a57c', 0.12), shade(canvas, '#d9b98b')]),
    foam(-3, 14, 0.9),
    filled(canvas, down(line(46, 26)), [shade(canvas, '#ecd2a4'), shade(canvas, '#f6e2bc')]),
  ].join('')
}
