import { type Canvas, filled, type Point, shade, softSpot } from '../drawing/canvas.js'
import { mountain } from '../drawing/mountain.js'
import { between } from '../drawing/random.js'
import { aurora, sky } from '../drawing/sky.js'
import { water } from '../drawing/water.js'

/** Snowy fells around a fjord with red cabins; by night under northern lights. */
export function fjord(canvas: Canvas): string {
  const { width, height, random, light } = canvas
  const shore = height * 0.69
  const fell = (x: number, y: number, half: number, distance: number) => {
    const tall = shore - y
    return mountain(canvas, {
      outline: [
        [x - half, shore],
        [x - half * 0.55, y + tall * 0.6],
        [x - half * 0.2, y + tall * 0.2],
        [x, y],
        [x + half * 0.24, y + tall * 0.28],
        [x + half * 0.5, y + tall * 0.55],
        [x + half, shore],
      ],
      summit: 3,
      spineFoot: x + half * between(random, -0.1, 0.3),
      roughness: 0.4,
      rock: { lit: '#7d8699', shaded: '#4d5874' },
      snow: { lit: '#f6faff', shaded: '#a9bbdc', down: 0.72 },
      distance,
    })
  }
  const night = light.darkness > 0.8
  const above = [
    sky(canvas, { cover: night ? 0 : 0.35, horizon: 0.69 }),
    night ? aurora(canvas) : '',
    fell(width * 0.5, height * 0.46, width * 0.34, 0.5),
    fell(width * 0.18, height * 0.36, width * 0.42, 0.32),
    fell(width * 0.86, height * 0.33, width * 0.42, 0.26),
    fell(width * 0.62, height * 0.54, width * 0.22, 0.2),
  ].join('')
  const ground = height * 0.87
  const snowfield = `M0 ${ground}Q${width * 0.2} ${ground - 46} ${width * 0.5} ${ground + 26}T${width} ${ground + 40}V${height}H0Z`
  return [
    water(canvas, { top: shore, color: '#24506b', above, mirror: 0.75, ripple: 0.8 }),
    cabin(canvas, [width * 0.09, ground - 12], 150, '#a8322b'),
    cabin(canvas, [width * 0.28, ground + 2], 112, '#b23d2e'),
    filled(canvas, snowfield, [shade(canvas, '#f4f8ff', 0.1), shade(canvas, '#c5d3ea')]),
  ].join('')
}

function cabin(canvas: Canvas, [x, y]: Point, wide: number, color: string): string {
  const tall = wide * 0.52
  const lamp = canvas.light.darkness > 0.3 ? '#ffd07a' : shade(canvas, '#dfeaf2')
  const [definition, spot] = softSpot(canvas, '#ffb85c')
  const glow =
    canvas.light.darkness > 0.3 ? definition + spot(x + wide / 2, y - tall / 2, wide * 1.3, wide * 0.8, 0.5) : ''
  const pane = (at: number) =>
    `<rect x="${x + wide * at}" y="${y - tall * 0.72}" width="${wide * 0.16}" height="${tall * 0.36}" fill="${lamp}" stroke="${shade(canvas, '#ffffff')}" stroke-width="2"/>`
  return [
    glow,
    filled(canvas, `M${x} ${y}v${-tall}l${wide / 2} ${-wide * 0.34}l${wide / 2} ${wide * 0.34}v${tall}Z`, [
      shade(canvas, color),
      shade(canvas, color),
    ]),
    `<path d="M${x - wide * 0.08} ${y - tall * 0.96}L${x + wide / 2} ${y - tall - wide * 0.38}L${x + wide * 1.08} ${y - tall * 0.96}" fill="none" stroke="${shade(canvas, '#f4f8ff')}" stroke-width="${wide * 0.09}"/>`,
    pane(0.16),
    pane(0.42),
    pane(0.68),
  ].join('')
}
