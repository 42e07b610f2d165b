import { type Canvas, filled, type Point, shade } from '../drawing/canvas.js'
import { hills, mountain } from '../drawing/mountain.js'
import { sky } from '../drawing/sky.js'
import { palm } from '../drawing/trees.js'
import { water } from '../drawing/water.js'

/** A shallow lagoon under a volcanic peak, with huts on stilts and palms. */
export function lagoon(canvas: Canvas): string {
  const { width, height, random, sun } = canvas
  const shore = height * 0.56
  const x = width * (sun[0] < width / 2 ? 0.62 : 0.38)
  const tall = shore - height * (width > height ? 0.2 : 0.3)
  const top = shore - tall
  const peak = mountain(canvas, {
    outline: [
      [x - tall * 1.5, shore],
      [x - tall * 0.8, top + tall * 0.7],
      [x - tall * 0.34, top + tall * 0.4],
      [x - tall * 0.2, top + tall * 0.06],
      [x - tall * 0.05, top],
      [x + tall * 0.16, top + tall * 0.05],
      [x + tall * 0.24, top + tall * 0.36],
      [x + tall * 0.7, top + tall * 0.62],
      [x + tall * 1.5, shore],
    ],
    summit: 4,
    spineFoot: x + tall * 0.2,
    roughness: 0.3,
    rock: { lit: '#5f8a5c', shaded: '#35594c' },
    distance: 0.25,
  })
  const above = [
    sky(canvas, { cover: 0.5, horizon: 0.56 }),
    peak,
    hills(canvas, { y: shore - 30, rise: 46, foot: shore, color: '#3c7350', distance: 0.2, feature: 0.16 }),
  ].join('')
  const far = x < width / 2 ? 0.66 : 0.06
  const huts = [0, 0.09, 0.18]
    .map((dx, index) => hut(canvas, [width * (far + dx), shore + 62 + index * 26], 88 + index * 24))
    .reverse()
  const near = far > 0.5 ? 0 : 1
  const side = (share: number) => (near ? width * (1 - share) : width * share)
  const spit = `M${side(-0.02)} ${height * 0.83}Q${side(0.3)} ${height * 0.86} ${side(0.52)} ${height + 10}H${side(-0.02)}Z`
  return [
    water(canvas, { top: shore, color: '#17b3b5', above, mirror: 0.3, ripple: 0.8 }),
    ...huts,
    filled(canvas, spit, [shade(canvas, '#fdf0d2'), shade(canvas, '#eed7a8')]),
    palm(canvas, [side(0.09), height * 0.92], [side(0.25 + random() * 0.05), height * 0.34], 250, '#2d7a42'),
    palm(canvas, [side(0.04), height * 0.92], [side(0.06), height * 0.46], 215, '#27693a'),
  ].join('')
}

function hut(canvas: Canvas, [x, y]: Point, wide: number): string {
  const post = (at: number) => `M${x + wide * at} ${y}v${wide * 0.34}`
  const lamp =
    canvas.light.darkness > 0.3
      ? `<rect x="${x + wide * 0.38}" y="${y - wide * 0.26}" width="${wide * 0.24}" height="${wide * 0.2}" fill="#ffd283"/>`
      : ''
  return [
    `<path d="${[0.1, 0.36, 0.64, 0.9].map(post).join('')}" stroke="${shade(canvas, '#4c3a2c')}" stroke-width="6"/>`,
    `<rect x="${x + wide * 0.06}" y="${y - wide * 0.3}" width="${wide * 0.88}" height="${wide * 0.32}" fill="${shade(canvas, '#8a6847')}"/>`,
    lamp,
    filled(
      canvas,
      `M${x - wide * 0.06} ${y - wide * 0.26}Q${x + wide * 0.3} ${y - wide * 0.5} ${x + wide * 0.5} ${y - wide * 0.8}Q${x + wide * 0.7} ${y - wide * 0.5} ${x + wide * 1.06} ${y - wide * 0.26}Z`,
      [shade(canvas, '#c9a56c'), shade(canvas, '#8f6d44')],
    ),
  ].join('')
}
