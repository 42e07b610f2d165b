import type { Canvas, Point } from '../drawing/canvas.js'
import { hills, mountain } from '../drawing/mountain.js'
import { sky } from '../drawing/sky.js'
import { wood } from '../drawing/trees.js'
import { water } from '../drawing/water.js'

const rock = { lit: '#9a8f8c', shaded: '#544f63' }
const snow = { lit: '#fbfdff', shaded: '#9fb2d4' }

/** A hooked pyramid of rock over a lake, with lower peaks behind it. */
export function alps(canvas: Canvas): string {
  const { width, height, random } = canvas
  const shore = height * 0.72
  const x = width * (0.42 + random() * 0.2)
  const top = height * (width > height ? 0.13 : 0.24)
  const tall = shore - top
  const at = (dx: number, dy: number): Point => [x + dx * tall, top + dy * tall]
  const pyramid = mountain(canvas, {
    outline: [
      at(-1.15, 1),
      at(-0.62, 0.72),
      at(-0.3, 0.5),
      at(-0.13, 0.16),
      at(-0.02, 0),
      at(0.07, 0.035),
      at(0.2, 0.3),
      at(0.34, 0.52),
      at(0.62, 0.74),
      at(1.1, 1),
    ],
    summit: 4,
    spineFoot: x + tall * 0.12,
    rock,
    snow: { ...snow, down: 0.62 },
    distance: 0.1,
  })
  const side = (dx: number, dy: number, half: number) =>
    mountain(canvas, {
      outline: [
        [x + dx * tall - half, shore],
        [x + dx * tall - half * 0.4, top + (dy + (1 - dy) * 0.45) * tall],
        at(dx, dy),
        [x + dx * tall + half * 0.45, top + (dy + (1 - dy) * 0.5) * tall],
        [x + dx * tall + half, shore],
      ],
      summit: 2,
      spineFoot: x + dx * tall + half * 0.2,
      roughness: 0.36,
      rock,
      snow: { ...snow, down: 0.5 },
      distance: 0.38,
    })
  const far = [
    side(-1.25, 0.45, tall * 0.7),
    side(1.15, 0.4, tall * 0.75),
    side(-0.75, 0.58, tall * 0.6),
    side(0.7, 0.6, tall * 0.55),
  ]
  const slopes = [
    hills(canvas, { y: shore - tall * 0.13, rise: tall * 0.14, foot: shore, color: '#5d7d55', distance: 0.25 }),
    wood(canvas, {
      from: [-20, shore - tall * 0.12],
      to: [width * 0.45, shore + 4],
      tall: 66,
      count: 120,
      color: '#2c4a3c',
      distance: 0.12,
    }),
    wood(canvas, {
      from: [width * 0.62, shore + 4],
      to: [width + 20, shore - tall * 0.1],
      tall: 74,
      count: 110,
      color: '#274436',
      distance: 0.08,
    }),
  ]
  const above = sky(canvas, { cover: 0.35, horizon: 0.72 }) + far.join('') + pyramid + slopes.join('')
  const near = wood(canvas, {
    from: [-40, height * 0.93],
    to: [width * 0.42, height * 1.06],
    tall: 210,
    count: 16,
    color: '#14261f',
    distance: 0,
  })
  return water(canvas, { top: shore, color: '#2d6a7d', above, mirror: 0.75 }) + near
}
