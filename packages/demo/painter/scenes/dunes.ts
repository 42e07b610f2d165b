import { type Canvas, filled, jagged, type Point, polygon, shade } from '../drawing/canvas.js'
import { hills } from '../drawing/mountain.js'
import { between } from '../drawing/random.js'
import { sky } from '../drawing/sky.js'

/** Red dunes around a white clay pan with dead trees. */
export function dunes(canvas: Canvas): string {
  const { width, height, random } = canvas
  const pan = height * 0.84
  const floor: Point[] = [
    [-10, pan + 14],
    [width * 0.3, pan - 6],
    [width * 0.7, pan + 4],
    [width + 10, pan - 12],
    [width + 10, height + 10],
    [-10, height + 10],
  ]
  const trees = [between(random, 0.12, 0.24), between(random, 0.62, 0.7), between(random, 0.8, 0.9)].map((x, index) =>
    deadTree(canvas, [width * x, pan + 34 + index * 38], 300 - index * 55),
  )
  return [
    sky(canvas, { cover: 0.12, horizon: 0.7 }),
    hills(canvas, {
      y: height * 0.58,
      rise: height * 0.12,
      foot: height,
      color: '#c9754c',
      distance: 0.55,
      feature: 0.5,
    }),
    dune(canvas, [width * between(random, 0.72, 0.86), height * 0.46], width * 0.62, 0.25),
    dune(canvas, [width * between(random, 0.3, 0.46), height * (width > height ? 0.3 : 0.4)], width * 0.75, 0.06),
    filled(canvas, polygon(floor), [shade(canvas, '#f0dcc2', 0.15), shade(canvas, '#d9b995')]),
    ...trees,
  ].join('')
}

function deadTree(canvas: Canvas, [x, y]: Point, tall: number): string {
  const { random } = canvas
  const limbs: string[] = []
  const grow = (px: number, py: number, angle: number, long: number, thick: number) => {
    if (thick < 2) return
    const tip: Point = [px + Math.cos(angle) * long, py + Math.sin(angle) * long]
    const line = jagged(random, [[px, py], tip], 0.35, 26).map(([ax, ay]) => `${ax.toFixed(0)} ${ay.toFixed(0)}`)
    limbs.push(`<path d="M${line.join('L')}" stroke-width="${thick.toFixed(1)}"/>`)
    const forks = thick > 8 ? 3 : 2
    for (let fork = 0; fork < forks; fork += 1) {
      grow(
        tip[0],
        tip[1],
        angle + between(random, -0.75, 0.75),
        long * between(random, 0.55, 0.8),
        thick * between(random, 0.5, 0.66),
      )
    }
  }
  grow(x, y, -Math.PI / 2 + between(random, -0.2, 0.2), tall * 0.36, tall * 0.07)
  return `<g fill="none" stroke="${shade(canvas, '#33211d')}" stroke-linecap="round" stroke-linejoin="round">${limbs.join('')}</g>`
}

/** A dune whose knife-edge crest winds from the summit down towards the viewer, and parts light from shadow. */
function dune(canvas: Canvas, [x, y]: Point, half: number, distance: number): string {
  const { random, height, sun } = canvas
  const foot = height + 10
  const tall = foot - y
  const bend = between(random, 0.16, 0.34) * half * (sun[0] < x ? 1 : -1)
  const wing = (side: number) =>
    `C${x + side * half * 0.22} ${y + tall * 0.05} ${x + side * half * 0.55} ${y + tall * 0.26} ${x + side * half} ${y + tall * 0.4}`
  const whole = `M${x - half} ${y + tall * 0.4}C${x - half * 0.55} ${y + tall * 0.26} ${x - half * 0.22} ${y + tall * 0.05} ${x} ${y}${wing(1)}V${foot}H${x - half}Z`
  const crest = `C${x + bend * 1.6} ${y + tall * 0.16} ${x - bend * 1.9} ${y + tall * 0.34} ${x + bend * 0.4} ${y + tall * 0.58}S${x + bend * 2.6} ${y + tall * 0.8} ${x - bend} ${foot}`
  const dark = sun[0] < x ? 1 : -1
  const shadow = `M${x} ${y}${crest}H${x + dark * half}V${y + tall * 0.4}C${x + dark * half * 0.55} ${y + tall * 0.26} ${x + dark * half * 0.22} ${y + tall * 0.05} ${x} ${y}Z`
  const tone = (color: string) => shade(canvas, color, distance)
  return [
    filled(canvas, whole, [tone('#f2a35c'), tone('#e68745'), tone('#c8683a')]),
    filled(canvas, shadow, [tone('#a4472f'), tone('#8a3a2f'), tone('#6b2d2c')]),
  ].join('')
}
