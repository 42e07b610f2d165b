import { type Canvas, filled, jagged, type Point, polygon, shade } from '../drawing/canvas.js'
import { hills } from '../drawing/mountain.js'
import { between } from '../drawing/random.js'
import { sky } from '../drawing/sky.js'

/** Buttes on a red plain. */
export function mesas(canvas: Canvas): string {
  const { width, height, random } = canvas
  const plain = height * 0.7
  const tall = height * (width > height ? 0.34 : 0.26)
  const shift = between(random, -0.04, 0.04)
  return [
    sky(canvas, { cover: 0.32, horizon: 0.7 }),
    hills(canvas, { y: plain - 24, rise: 40, foot: plain + 30, color: '#a8664f', distance: 0.6, feature: 0.2 }),
    butte(canvas, width * (0.52 + shift), plain + 10, width * 0.05, tall * 0.5, 0.5),
    butte(canvas, width * (0.2 + shift), plain + 26, width * 0.085, tall, 0.22),
    filled(canvas, `M0 ${plain + 6}H${width}V${height}H0Z`, [
      shade(canvas, '#cf8457', 0.35),
      shade(canvas, '#b9613a'),
      shade(canvas, '#74352a'),
    ]),
    butte(canvas, width * (0.8 + shift), plain + 44, width * 0.1, tall * 1.12, 0.1),
    scrub(canvas, plain + 20),
  ].join('')
}

/** A butte: sheer red walls, layered, upon a skirt of rubble. */
function butte(canvas: Canvas, x: number, foot: number, half: number, tall: number, distance: number): string {
  const { random, sun } = canvas
  const top = foot - tall
  const skirt = foot - tall * 0.38
  const crown: Point[] = [
    [x - half, skirt],
    [x - half * 0.94, top + tall * 0.1],
    [x - half * 0.82, top + tall * 0.02],
    [x + half * 0.3, top],
    [x + half * 0.86, top + tall * 0.03],
    [x + half * 0.95, top + tall * 0.2],
    [x + half, skirt],
  ]
  const walls = polygon([...jagged(random, crown, 0.22, 10), [x + half * 1.9, foot], [x - half * 1.9, foot]])
  const clip = canvas.id()
  const cracks = Array.from({ length: 26 }, () => {
    const cx = x + between(random, -1, 1) * half
    const cy = top + between(random, 0, 0.25) * tall
    const wide = between(random, 3, 12)
    return polygon([
      [cx, cy],
      [cx + wide, cy + 6],
      [cx + wide * 0.6, skirt + tall * 0.04],
      [cx, skirt],
    ])
  }).join('')
  const layers = [0.16, 0.31, 0.44]
    .map((down) => `M${x - half * 2} ${top + tall * down}h${half * 4}v${tall * 0.018}h${-half * 4}Z`)
    .join('')
  const rubble = polygon(
    jagged(
      random,
      [
        [x - half * 1.9, foot],
        [x - half * 1.02, skirt],
        [x + half * 1.02, skirt],
        [x + half * 1.9, foot],
      ],
      0.14,
      16,
    ),
  )
  const dark = sun[0] < x ? [x + half * 0.25, x + half * 2] : [x - half * 2, x - half * 0.25]
  const tone = (color: string) => shade(canvas, color, distance)
  return [
    `<clipPath id="${clip}"><path d="${walls}"/></clipPath><g clip-path="url(#${clip})">`,
    filled(canvas, walls, [tone('#c9603a'), tone('#a94a30')]),
    `<path d="${cracks}" fill="${tone('#5b2522')}" opacity=".45"/><path d="${layers}" fill="${tone('#6f2d25')}" opacity=".45"/>`,
    filled(canvas, rubble, [tone('#b4573a'), tone('#c8764c')]),
    `<path d="M${dark[0]} ${top - 20}H${dark[1]}V${foot}H${dark[0]}Z" fill="${tone('#3a1c2a')}" opacity=".5"/></g>`,
  ].join('')
}

/** Low bushes, each with its shadow, that grow towards the viewer. */
function scrub(canvas: Canvas, y: number): string {
  const { random, width, height } = canvas
  const depths = Array.from({ length: 190 }, () => random() ** 1.6).sort((a, b) => a - b)
  const bushes = depths.map((depth) => {
    const [x, r] = [random() * width, 3 + depth * 15]
    const foot = y + 12 + depth * (height - y)
    const color = shade(canvas, random() < 0.5 ? '#6f6a45' : '#59603a', 0.3 * (1 - depth))
    const leaf = (dx: number, size: number) =>
      `<ellipse cx="${(x + dx * r).toFixed(0)}" cy="${(foot - size * r * 0.5).toFixed(0)}" rx="${(size * r).toFixed(1)}" ry="${(size * r * 0.62).toFixed(1)}" fill="${color}"/>`
    const shadow = `<ellipse cx="${x.toFixed(0)}" cy="${foot.toFixed(0)}" rx="${(r * 1.9).toFixed(1)}" ry="${(r * 0.3).toFixed(1)}" fill="${shade(canvas, '#4a1f1f')}" opacity=".4"/>`
    return shadow + leaf(-0.7, 0.7) + leaf(0.75, 0.6) + leaf(0, 1)
  })
  return bushes.join('')
}
