import { mix, multiply } from './color.js'
import type { Light } from './light.js'
import type { Random } from './random.js'

export type Point = [x: number, y: number]

/** What a picture is drawn on; lengths are pixels, y grows downwards. */
export interface Canvas {
  width: number
  height: number
  light: Light
  /** Where the sun stands, or the moon. */
  sun: Point
  random: Random
  /** A name that no other part of the picture has. */
  id(): string
}

/** A surface's colour in this light, `distance` 0 (near) to 1 (lost in the haze). */
export function shade({ light }: Canvas, color: string, distance = 0): string {
  return mix(multiply(color, light.ambient), light.haze, distance)
}

export function polygon(points: Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`
}

/** A gradient from the top of what it fills to the bottom: its definition, and the reference that fills. */
export function downward(canvas: Canvas, stops: (string | [color: string, opacity: number])[]): [string, string] {
  const id = canvas.id()
  const last = Math.max(1, stops.length - 1)
  const inner = stops.map((stop, index) => {
    const [color, opacity] = typeof stop === 'string' ? [stop, 1] : stop
    return `<stop offset="${n((index / last) * 100)}%" stop-color="${color}" stop-opacity="${opacity}"/>`
  })
  return [`<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${inner.join('')}</linearGradient>`, `url(#${id})`]
}

/** A path filled downwards with colours. */
export function filled(canvas: Canvas, path: string, stops: (string | [color: string, opacity: number])[]): string {
  const [gradient, fill] = downward(canvas, stops)
  return `${gradient}<path d="${path}" fill="${fill}"/>`
}

/** A soft round spot: its definition, and a function that places it. */
export function softSpot(
  canvas: Canvas,
  color: string,
): [string, (x: number, y: number, rx: number, ry: number, opacity: number) => string] {
  const id = canvas.id()
  const stops = [
    [0, 1],
    [35, 0.62],
    [70, 0.16],
    [100, 0],
  ].map(([offset, opacity]) => `<stop offset="${offset}%" stop-color="${color}" stop-opacity="${opacity}"/>`)
  return [
    `<radialGradient id="${id}">${stops.join('')}</radialGradient>`,
    (x, y, rx, ry, opacity) =>
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#${id})" opacity="${n(opacity * 10) / 10}"/>`,
  ]
}

/** Cuts each edge of a line into shorter ones that stray from it by up to `roughness` of their length. */
export function jagged(random: Random, points: Point[], roughness: number, shortest = 8): Point[] {
  const split = ([ax, ay]: Point, [bx, by]: Point): Point[] => {
    const length = Math.hypot(bx - ax, by - ay)
    if (length < shortest) return [[bx, by]]
    const stray = (random() - 0.5) * roughness
    const middle: Point = [(ax + bx) / 2 - (by - ay) * stray, (ay + by) / 2 + (bx - ax) * stray]
    return [...split([ax, ay], middle), ...split(middle, [bx, by])]
  }
  return points.flatMap((point, index) => {
    const previous = points[index - 1]
    return previous ? split(previous, point) : [point]
  })
}

function n(value: number) {
  return Math.round(value * 10) / 10
}
