type Channels = [number, number, number]

/** The colour a share `t` of the way from `a` to `b`; colours are `#rrggbb`. */
export function mix(a: string, b: string, t: number): string {
  return combine(a, b, (from, to) => from + (to - from) * t)
}

/** A surface's colour under coloured light. */
export function multiply(surface: string, light: string): string {
  return combine(surface, light, (a, b) => (a * b) / 255)
}

function combine(a: string, b: string, blend: (a: number, b: number) => number): string {
  const [from, to] = [channels(a), channels(b)]
  const mixed = from.map((value, index) => Math.round(blend(value, to[index] ?? 0)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): Channels {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Channels
}
