import { type Canvas, type Point, shade } from '../drawing/canvas.js'
import { hills, mountain } from '../drawing/mountain.js'
import { between } from '../drawing/random.js'
import { sky } from '../drawing/sky.js'
import { wood } from '../drawing/trees.js'
import { water } from '../drawing/water.js'

/** A wide cone with a cap of snow over a lake; by day with cherry blossom. */
export function volcano(canvas: Canvas): string {
  const { width, height, random, light } = canvas
  const shore = height * 0.7
  const x = width * (0.4 + random() * 0.2)
  const top = height * (width > height ? 0.2 : 0.34)
  const tall = shore - top
  const flank = (t: number, side: number): Point => [x + side * (tall * 0.13 + tall * 1.75 * t ** 1.55), top + tall * t]
  const cone = mountain(canvas, {
    outline: [
      flank(1, -1),
      flank(0.8, -1),
      flank(0.6, -1),
      flank(0.4, -1),
      flank(0.2, -1),
      flank(0, -1),
      [x - tall * 0.03, top + tall * 0.018],
      flank(0, 1),
      flank(0.2, 1),
      flank(0.4, 1),
      flank(0.6, 1),
      flank(0.8, 1),
      flank(1, 1),
    ],
    summit: 6,
    spineFoot: x + tall * 0.3,
    roughness: 0.05,
    rock: { lit: '#6f7fa3', shaded: '#4c5a85' },
    snow: { lit: '#ffffff', shaded: '#b9c8e6', down: 0.34 },
    distance: 0.2,
  })
  const above = [
    sky(canvas, { cover: 0.4, horizon: 0.7 }),
    cone,
    hills(canvas, {
      y: shore - tall * 0.12,
      rise: tall * 0.16,
      foot: shore,
      color: '#4d6f63',
      distance: 0.4,
      feature: 0.4,
    }),
    hills(canvas, { y: shore - tall * 0.04, rise: tall * 0.1, foot: shore, color: '#35564a', distance: 0.2 }),
    wood(canvas, {
      from: [-20, shore - 18],
      to: [width * 0.34, shore + 6],
      tall: 52,
      count: 90,
      color: '#24412f',
      distance: 0.08,
    }),
  ].join('')
  return (
    water(canvas, { top: shore, color: '#2f6487', above, mirror: 0.72 }) + (light.darkness > 0.3 ? '' : blossom(canvas))
  )
}

/** A branch in blossom that reaches in from the upper corner. */
function blossom(canvas: Canvas): string {
  const { random, width, height } = canvas
  const right = random() < 0.5
  const place = (x: number) => (right ? width - x : x)
  const twigs: string[] = []
  const flowers: string[] = []
  for (let branch = 0; branch < 5; branch += 1) {
    const start: Point = [-30, between(random, -60, height * 0.26)]
    const long = between(random, 300, 560)
    const sag = between(random, 0.1, 0.5)
    twigs.push(
      `M${place(start[0])} ${start[1]}Q${place(start[0] + long * 0.5)} ${start[1] + long * sag * 0.2} ${place(start[0] + long)} ${start[1] + long * sag}`,
    )
    for (let flower = 0; flower < 85; flower += 1) {
      const t = between(random, 0.05, 1.04)
      const x = start[0] + long * t + between(random, -30, 30)
      const y = start[1] + long * sag * t ** 1.8 + between(random, -26, 30)
      const color = ['#ffd7e4', '#fbb9d0', '#fff0f5', '#f49fbf'][Math.floor(random() * 4)] ?? '#ffd7e4'
      flowers.push(
        `<circle cx="${place(x).toFixed(0)}" cy="${y.toFixed(0)}" r="${between(random, 5, 14).toFixed(1)}" fill="${shade(canvas, color)}" opacity=".92"/>`,
      )
    }
  }
  return `<path d="${twigs.join('')}" fill="none" stroke="${shade(canvas, '#4b3530')}" stroke-width="8" stroke-linecap="round"/>${flowers.join('')}`
}
