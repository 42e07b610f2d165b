import { type Canvas, filled, jagged, type Point, polygon, shade } from './canvas.js'
import { between, rolling } from './random.js'

/** A mountain between two feet: `outline` from the left foot over the summit to the right one. */
export interface Mountain {
  outline: Point[]
  /** Index of the summit in `outline`. */
  summit: number
  /** Where the ridge that parts the lit face from the shaded one comes down, as x. */
  spineFoot: number
  roughness?: number
  rock: { lit: string; shaded: string }
  snow?: { lit: string; shaded: string; down: number }
  distance?: number
}

/** Draws a mountain with a lit and a shaded face, gullies, and snow above a height. */
export function mountain(canvas: Canvas, options: Mountain): string {
  const { random } = canvas
  const { outline, summit, spineFoot, roughness = 0.28, rock, snow, distance = 0 } = options
  const left = jagged(random, outline.slice(0, summit + 1), roughness)
  const right = jagged(random, outline.slice(summit), roughness)
  const top = outline[summit] ?? [0, 0]
  const foot = Math.max(...outline.map(([, y]) => y))
  const tall = foot - top[1]
  const toLeft = canvas.sun[0] < top[0]
  const spine = jagged(
    random,
    [top, [top[0] + (spineFoot - top[0]) * 0.35, top[1] + tall * 0.4], [spineFoot, foot]],
    0.5,
  )
  const whole = polygon([...left, ...right])
  const face = polygon(toLeft ? [...right, ...spine.toReversed()] : [...left, ...spine.slice(1).toReversed()])
  const gullies = Array.from({ length: 46 }, (_, index) => {
    const from = [...left, ...right][Math.floor(((index + random()) / 46) * (left.length + right.length))] ?? top
    const side = Math.sign(from[0] - top[0]) || 1
    const long = between(random, 0.12, 0.4) * tall
    const wide = between(random, 6, 22) * (tall / 500)
    const lean = side * long * between(random, -0.1, 0.5)
    return polygon(
      jagged(random, [from, [from[0] + lean, from[1] + long], [from[0] + side * wide, from[1] + long * 0.3]], 0.3, 14),
    )
  }).join('')
  const paint = (lit: string, shaded: string, dim: string) => [
    filled(canvas, whole, [shade(canvas, lit, distance), shade(canvas, lit, Math.min(1, distance + 0.22))]),
    filled(canvas, face, [shade(canvas, shaded, distance), shade(canvas, shaded, Math.min(1, distance + 0.22))]),
    `<path d="${gullies}" fill="${shade(canvas, dim, distance)}" opacity=".28"/>`,
  ]
  const clip = canvas.id()
  const parts = [`<clipPath id="${clip}"><path d="${whole}"/></clipPath><g clip-path="url(#${clip})">`]
  parts.push(...paint(rock.lit, rock.shaded, rock.shaded))
  if (snow) {
    const edge = canvas.id()
    parts.push(
      `<clipPath id="${edge}"><path d="${snowLine(canvas, outline, top[1] + tall * snow.down, tall)}"/></clipPath>`,
    )
    parts.push(`<g clip-path="url(#${edge})">`, ...paint(snow.lit, snow.shaded, snow.shaded), '</g>')
  }
  return `${parts.join('')}</g>`
}

/** A range of hills across the canvas: its crest wanders `rise` pixels about `y`, and it fills down to `foot`. */
export function hills(
  canvas: Canvas,
  {
    y,
    rise,
    foot,
    color,
    distance,
    feature = 0.3,
  }: { y: number; rise: number; foot: number; color: string; distance: number; feature?: number },
): string {
  const noise = rolling(canvas.random, 5)
  const points: Point[] = []
  for (let x = -10; x <= canvas.width + 10; x += 8) points.push([x, y + noise(x / canvas.width / feature) * rise])
  points.push([canvas.width + 10, foot], [-10, foot])
  return filled(canvas, polygon(points), [
    shade(canvas, color, distance),
    shade(canvas, color, Math.min(1, distance + 0.25)),
  ])
}

function snowLine({ random }: Canvas, outline: Point[], y: number, tall: number): string {
  const low = Math.min(...outline.map(([x]) => x))
  const high = Math.max(...outline.map(([x]) => x))
  const points: Point[] = [[low, y - tall * 2]]
  for (let x = low, down = false; x < high; x += between(random, 0.03, 0.1) * tall, down = !down) {
    points.push([x, y + (down ? between(random, 0, 0.14) : between(random, -0.1, 0)) * tall])
  }
  points.push([high, y - tall * 2])
  return polygon(jagged(random, points, 0.45, 6))
}
