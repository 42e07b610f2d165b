import { type Canvas, filled, polygon, softSpot } from './canvas.js'
import { mix } from './color.js'
import { between } from './random.js'

/** The whole canvas as sky: gradient, stars, sun or moon, clouds. */
export function sky(canvas: Canvas, { cover = 0.4, horizon = 0.7 } = {}): string {
  const { width, height, light } = canvas
  const bottom = height * horizon
  const gradient = filled(canvas, `M0 0H${width}V${bottom}H0Z`, light.sky)
  const below = `<path d="M0 ${bottom - 1}H${width}V${height}H0Z" fill="${light.sky[3]}"/>`
  return gradient + below + stars(canvas) + sunOrMoon(canvas) + clouds(canvas, cover)
}

/** Northern lights: tall curtains that hang from wavering bands. */
export function aurora(canvas: Canvas): string {
  const { random, width, height } = canvas
  const bands = ['#5dffb0', '#39e6a0', '#7d6bff'].map((color, band) => {
    const phase = random() * 6
    const foot = height * (0.44 - band * 0.09)
    const rays = Array.from({ length: 110 }, (_, index) => {
      const x = (index / 109) * width * 1.1 - width * 0.05
      const t = (x / width) * 5 + phase
      const y = foot + Math.sin(t) * height * 0.06 + Math.sin(t * 2.3 + phase) * height * 0.03
      const tall = height * (0.16 + 0.1 * Math.sin(t * 1.7) + 0.12 * random())
      const strength = (0.1 + 0.32 * (0.5 + 0.5 * Math.sin(t * 3.1 + band)) * (0.6 + 0.4 * random())).toFixed(2)
      const lean = width * 0.02
      const path = polygon([
        [x, y],
        [x + width * 0.022, y],
        [x + width * 0.022 + lean, y - tall],
        [x + lean, y - tall],
      ])
      return `<path d="${path}" opacity="${strength}"/>`
    })
    const id = canvas.id()
    const stop = (offset: number, paint: string, opacity: number) =>
      `<stop offset="${offset}%" stop-color="${paint}" stop-opacity="${opacity}"/>`
    return [
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">`,
      stop(0, mix(color, '#8a5bff', 0.6), 0),
      stop(75, color, 0.55),
      stop(94, mix(color, '#ffffff', 0.25), 0.8),
      stop(100, color, 0),
      `</linearGradient><g fill="url(#${id})">${rays.join('')}</g>`,
    ].join('')
  })
  const [definition, spot] = softSpot(canvas, '#41e8a0')
  return definition + spot(width * 0.5, height * 0.4, width * 0.8, height * 0.35, 0.35) + bands.join('')
}

/** Stars of four brightnesses, each drawn as one path. */
function stars({ random, light, width, height }: Canvas): string {
  return [0.3, 0.5, 0.75, 1]
    .map((brightness) => {
      const dots = Array.from({ length: Math.round((260 * light.darkness ** 2) / brightness) }, () => {
        const size = (1 + 2.4 * random() ** 5) * (0.7 + brightness * 0.4)
        const [x, y] = [random() * width, random() ** 1.3 * height * 0.62]
        return `M${x.toFixed(1)} ${y.toFixed(1)}h${size.toFixed(1)}v${size.toFixed(1)}h${(-size).toFixed(1)}Z`
      })
      return `<path d="${dots.join('')}" fill="#eef2ff" opacity="${brightness * light.darkness}"/>`
    })
    .join('')
}

function sunOrMoon(canvas: Canvas): string {
  const { light, sun, width } = canvas
  const { color, glow, size } = light.sun
  const [definition, spot] = softSpot(canvas, glow)
  const [x, y] = sun
  const bright = 1 - light.darkness * 0.7
  return [
    definition,
    spot(x, y, width * 0.75, width * 0.5, 0.5 * bright),
    spot(x, y, size * 6, size * 6, 0.9 * bright),
    `<circle cx="${x}" cy="${y}" r="${size}" fill="${color}"/>`,
  ].join('')
}

/** A bank of cloud is a flat base heaped with soft spots; `cover` 0 to 1 says how many banks there are. */
function clouds(canvas: Canvas, cover: number): string {
  const { random, width, height, light } = canvas
  const [bright, brightSpot] = softSpot(canvas, light.cloud)
  const [dim, dimSpot] = softSpot(canvas, mix(light.cloud, light.sky[1], 0.55))
  const banks = Array.from({ length: Math.round(cover * 16) }, () => {
    const y = between(random, 0.06, 0.5) * height
    const scale = 0.35 + 1.1 * (1 - y / (height * 0.5))
    const x = between(random, -0.1, 1.1) * width
    const long = between(random, 140, 330) * scale
    const puffs = Array.from({ length: 22 }, () => {
      const along = random() + random() - 1
      const lift = random() ** 1.5 * (1 - Math.abs(along)) * 60 * scale
      const r = between(random, 35, 80) * scale * (1 - 0.5 * Math.abs(along))
      const spot = lift < 8 * scale ? dimSpot : brightSpot
      return spot(x + along * long, y - lift, r * 2, r * 0.75, 0.5)
    })
    return dimSpot(x, y + 10 * scale, long * 1.2, 26 * scale, 0.5) + puffs.join('')
  })
  return bright + dim + banks.join('')
}
