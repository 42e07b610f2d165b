import { type Canvas, filled, type Point, polygon, shade } from './canvas.js'
import { between } from './random.js'

export interface Block {
  from: number
  to: number
  ground: number
  low: number
  high: number
  colors: string[]
  distance: number
  wide?: [number, number]
}

/** A row of buildings, higher towards the middle. */
export function block(
  canvas: Canvas,
  { from, to, ground, low, high, colors, distance, wide = [38, 86] }: Block,
): string {
  const { random } = canvas
  const parts: string[] = []
  for (let x = from; x < to; ) {
    const across = between(random, ...wide)
    const middle = 1 - Math.abs((x - from) / (to - from) - 0.5) * 1.5
    const tall = low + (high - low) * Math.max(0, middle * random() ** 0.8)
    const color = colors[Math.floor(random() * colors.length)] ?? '#808080'
    parts.push(tower(canvas, { x, ground, wide: across, tall, color, distance }))
    x += across * between(random, 0.82, 1.06)
  }
  return parts.join('')
}

/** One building; `crown` draws what stands on its roof. */
export function tower(
  canvas: Canvas,
  {
    x,
    ground,
    wide,
    tall,
    color,
    distance,
    crown = '',
  }: { x: number; ground: number; wide: number; tall: number; color: string; distance: number; crown?: string },
): string {
  const top = ground - tall
  const left = canvas.sun[0] < x
  const wall = shade(canvas, color, distance)
  const shadow = shade(canvas, '#1d2a44', distance)
  const front = rectangle(x, top, wide, tall)
  const roof = canvas.random() < 0.45 ? rectangle(x + wide * 0.25, top - 14, wide * 0.5, 14) : ''
  return [
    filled(canvas, front + (crown || roof), [wall, shade(canvas, color, Math.min(1, distance + 0.2))]),
    `<path d="${rectangle(left ? x + wide * 0.62 : x, top, wide * 0.38, tall)}" fill="${shadow}" opacity=".3"/>`,
    windows(canvas, x, top, wide, tall, distance),
  ].join('')
}

/** A spire of steps, as path data over the roof of a tower. */
export function spire(x: number, top: number, wide: number, tall: number): string {
  const middle = x + wide / 2
  return (
    rectangle(x + wide * 0.12, top - tall * 0.14, wide * 0.76, tall * 0.14) +
    rectangle(x + wide * 0.26, top - tall * 0.3, wide * 0.48, tall * 0.16) +
    rectangle(x + wide * 0.38, top - tall * 0.42, wide * 0.24, tall * 0.12) +
    polygon([
      [middle - wide * 0.07, top - tall * 0.42],
      [middle, top - tall],
      [middle + wide * 0.07, top - tall * 0.42],
    ])
  )
}

/** An arch bridge with its deck at `y`, from one bank to the other. */
export function archBridge(
  canvas: Canvas,
  [left, right]: Point,
  y: number,
  rise: number,
  color: string,
  distance: number,
): string {
  const span = right - left
  const at = (t: number, high: number): Point => [left + span * t, y + 18 - 4 * t * (1 - t) * (rise * high)]
  const chord = (high: number) =>
    `M${Array.from({ length: 25 }, (_, index) =>
      at(index / 24, high)
        .map((value) => value.toFixed(0))
        .join(' '),
    ).join('L')}`
  const webs = Array.from({ length: 24 }, (_, index) => {
    const [lower, upper] = [at((index + 0.5) / 24, 0.86), at((index + (index % 2)) / 24, 1.12)]
    const next = at((index + 0.5) / 24, 0.86)
    return `M${lower[0]} ${lower[1]}L${upper[0]} ${upper[1]}M${next[0]} ${next[1]}V${Math.max(y, next[1])}`
  })
  const paint = shade(canvas, color, distance)
  const pylon = (x: number) => rectangle(x - 17, y - 62, 34, 150) + rectangle(x - 21, y - 66, 42, 8)
  return [
    `<g stroke="${paint}" fill="none"><path d="${chord(1.12)}${chord(0.86)}" stroke-width="7"/>`,
    `<path d="${webs.join('')}" stroke-width="2.5"/>`,
    `<path d="M${left - span * 0.4} ${y}H${right + span * 0.4}" stroke-width="11"/></g>`,
    `<path d="${pylon(left)}${pylon(right)}" fill="${shade(canvas, '#c9b7a0', distance)}"/>`,
  ].join('')
}

function rectangle(x: number, y: number, wide: number, tall: number): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${wide.toFixed(1)}v${tall.toFixed(1)}h${(-wide).toFixed(1)}Z`
}

/** Windows in rows over a front; after dark some are lit, by day all are a little darker than the wall. */
function windows(canvas: Canvas, x: number, y: number, wide: number, tall: number, distance: number): string {
  const { random, light } = canvas
  const step = Math.max(7, wide / Math.round(wide / 11))
  const lit: string[] = []
  const dim: string[] = []
  for (let down = y + 9; down < y + tall - 12; down += 13) {
    for (let across = x + step * 0.4; across < x + wide - step * 0.5; across += step) {
      const on = random() < light.darkness * 0.62
      ;(on ? lit : dim).push(rectangle(across, down, step * 0.5, 6))
    }
  }
  const lamp = random() < 0.7 ? '#ffd58a' : '#dfe9ff'
  const glass = shade(canvas, '#38506e', distance)
  return `<path d="${dim.join('')}" fill="${glass}" opacity=".32"/><path d="${lit.join('')}" fill="${lamp}" opacity="${(0.92 - distance * 0.6).toFixed(2)}"/>`
}
