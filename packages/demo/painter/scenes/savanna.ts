import { type Canvas, filled, shade } from '../drawing/canvas.js'
import { hills } from '../drawing/mountain.js'
import { between } from '../drawing/random.js'
import { sky } from '../drawing/sky.js'
import { acacia } from '../drawing/trees.js'

/** Umbrella thorns on a plain of grass. */
export function savanna(canvas: Canvas): string {
  const { width, height, random, sun } = canvas
  const plain = height * 0.74
  const main = sun[0] < width / 2 ? between(random, 0.62, 0.72) : between(random, 0.26, 0.36)
  const tree = width > height ? height * 0.46 : height * 0.36
  const far = [0.08, 0.2, 0.47, 0.55, 0.81, 0.93].map((x, index) =>
    acacia(canvas, [width * x, plain + 8 + (index % 3) * 6], 62 + (index % 3) * 26, '#4a5530', 0.42),
  )
  return [
    sky(canvas, { cover: 0.4, horizon: 0.74 }),
    hills(canvas, { y: plain - 46, rise: 70, foot: plain + 40, color: '#7d7f78', distance: 0.6, feature: 0.4 }),
    filled(canvas, `M0 ${plain - 4}H${width}V${height}H0Z`, [
      shade(canvas, '#dcb766', 0.35),
      shade(canvas, '#c79a4b'),
      shade(canvas, '#7d5c2c'),
    ]),
    ...far,
    acacia(canvas, [width * (main > 0.5 ? main - 0.46 : main + 0.46), plain + 46], tree * 0.46, '#37431f', 0.18),
    acacia(canvas, [width * main, plain + 96], tree, '#222c14', 0.02),
    grass(canvas, height * 0.97, 70, '#8f6d34'),
    grass(canvas, height, 90, '#4c3a1d'),
  ].join('')
}

function grass(canvas: Canvas, y: number, tall: number, color: string): string {
  const { random, width } = canvas
  const blades = Array.from({ length: 420 }, () => {
    const x = random() * width
    const long = tall * between(random, 0.5, 1.2)
    const lean = between(random, -0.35, 0.5) * long
    return `M${(x - 3).toFixed(0)} ${y + 30}Q${x.toFixed(0)} ${(y - long * 0.5).toFixed(0)} ${(x + lean).toFixed(0)} ${(y - long).toFixed(0)}Q${(x + 4).toFixed(0)} ${(y - long * 0.4).toFixed(0)} ${(x + 5).toFixed(0)} ${y + 30}Z`
  })
  return `<path d="${blades.join('')}" fill="${shade(canvas, color)}"/>`
}
