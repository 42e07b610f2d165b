import { type Canvas, shade } from '../drawing/canvas.js'
import { block, spire, tower } from '../drawing/city.js'
import { sky } from '../drawing/sky.js'
import { water } from '../drawing/water.js'

const stone = ['#b79a86', '#c9b8a4', '#8d8790', '#a58070', '#7f8ca0', '#d6c6ae']

/** Towers of a great city across a river. */
export function skyline(canvas: Canvas): string {
  const { width, height, random } = canvas
  const shore = height * 0.7
  const tallest = height * (width > height ? 0.5 : 0.42)
  const x = width * (0.56 + random() * 0.16)
  const second = width * (0.2 + random() * 0.14)
  const row = (low: number, high: number, distance: number) =>
    block(canvas, {
      from: -30,
      to: width + 30,
      ground: shore,
      low: tallest * low,
      high: tallest * high,
      colors: stone,
      distance,
    })
  const above = [
    sky(canvas, { cover: 0.35, horizon: 0.7 }),
    row(0.3, 0.74, 0.52),
    tower(canvas, {
      x: second,
      ground: shore,
      wide: 96,
      tall: tallest * 0.66,
      color: '#b3a394',
      distance: 0.3,
      crown: spire(second, shore - tallest * 0.66, 96, tallest * 0.36),
    }),
    row(0.24, 0.62, 0.3),
    tower(canvas, {
      x,
      ground: shore,
      wide: 104,
      tall: tallest * 0.88,
      color: '#8fa6bf',
      distance: 0.16,
      crown: `M${x} ${shore - tallest * 0.88}l24 -52h56l24 52ZM${x + 49} ${shore - tallest * 0.88 - 50}l3 -110l3 110Z`,
    }),
    row(0.1, 0.36, 0.1),
  ].join('')
  return water(canvas, { top: shore, color: '#2b516f', above, mirror: 0.6, ripple: 1.4 }) + piles(canvas)
}

/** Old wooden piles in the near water. */
function piles(canvas: Canvas): string {
  const { random, width, height } = canvas
  const posts = Array.from({ length: 26 }, (_, index) => {
    const depth = Math.floor(index / 9) / 3
    const x = width * (0.04 + random() * 0.4)
    const y = height * (0.83 + depth * 0.15)
    const tall = 34 + depth * 70
    const thick = 9 + depth * 13
    return `<rect x="${x.toFixed(0)}" y="${(y - tall * (0.6 + random() * 0.4)).toFixed(0)}" width="${thick.toFixed(0)}" height="${(tall * 1.7).toFixed(0)}" rx="3"/>`
  })
  return `<g fill="${shade(canvas, '#2a2523')}">${posts.join('')}</g>`
}
