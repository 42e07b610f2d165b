import { type Canvas, type Point, shade } from './canvas.js'
import { between } from './random.js'

interface Figure {
  /** Where the feet stand. */
  at: Point
  tall: number
  /** Where the hands are from their shoulders, in heights of the figure. */
  hands: [left: Point, right: Point]
  dress?: boolean
}

/** Two grown-ups hand in hand with two children, one of whom waves, and their images in the wet sand. */
export function family(canvas: Canvas, [x, y]: Point, tall: number): string {
  const paint = shade(canvas, '#2a1d2c')
  const figures = [
    figure(canvas, {
      at: [x, y],
      tall,
      hands: [
        [-0.05, 0.36],
        [0.135, 0.4],
      ],
    }),
    figure(canvas, {
      at: [x + tall * 0.36, y + 6],
      tall: tall * 0.6,
      hands: [
        [-0.15, 0.13],
        [0.148, 0.133],
      ],
    }),
    figure(canvas, {
      at: [x + tall * 0.68, y],
      tall: tall * 0.93,
      hands: [
        [-0.109, 0.37],
        [0.109, 0.338],
      ],
      dress: true,
    }),
    figure(canvas, {
      at: [x + tall, y + 8],
      tall: tall * 0.66,
      hands: [
        [-0.127, 0.148],
        [0.17, -0.26],
      ],
      dress: true,
    }),
  ].join('')
  const id = canvas.id()
  const mirror = `<use href="#${id}" transform="translate(0 ${y * 1.5}) scale(1 -.5)" opacity=".3"/>`
  return `${mirror}<g id="${id}" fill="${paint}" stroke="${paint}" stroke-linecap="round" stroke-linejoin="round">${figures}</g>`
}

/** A standing figure, seen from behind. */
function figure(canvas: Canvas, { at: [x, y], tall, hands, dress = false }: Figure): string {
  const up = (share: number) => y - tall * share
  const half = tall * (dress ? 0.068 : 0.082)
  const stance = tall * between(canvas.random, 0.03, 0.06)
  const limb = (width: number, path: string) =>
    `<path d="${path}" fill="none" stroke-width="${(tall * width).toFixed(1)}"/>`
  const arm = (side: number, [dx, dy]: Point) => {
    const [sx, sy] = [x + side * half, up(0.79)]
    return limb(
      0.036,
      `M${sx} ${sy}Q${sx + side * tall * 0.05} ${sy + Math.abs(dy) * tall * 0.4} ${sx + dx * tall} ${sy + dy * tall}`,
    )
  }
  const skirt = `M${x - half * 0.8} ${up(0.56)}L${x - half * 1.9} ${up(0.27)}Q${x} ${up(0.24)} ${x + half * 1.9} ${up(0.27)}L${x + half * 0.8} ${up(0.56)}Z`
  return [
    `<ellipse cx="${x}" cy="${up(0.928)}" rx="${tall * 0.058}" ry="${tall * 0.07}" stroke="none"/>`,
    dress ? `<ellipse cx="${x}" cy="${up(0.88)}" rx="${tall * 0.062}" ry="${tall * 0.08}" stroke="none"/>` : '',
    limb(0.05, `M${x} ${up(0.88)}V${up(0.8)}`),
    `<path d="M${x - half} ${up(0.8)}Q${x} ${up(0.835)} ${x + half} ${up(0.8)}L${x + half * 0.72} ${up(0.44)}H${x - half * 0.72}Z" stroke-width="${tall * 0.03}"/>`,
    dress ? `<path d="${skirt}" stroke-width="4"/>` : '',
    limb(
      dress ? 0.045 : 0.066,
      `M${x - half * 0.45} ${up(0.46)}L${x - stance} ${up(0.24)}V${up(0.02)}M${x + half * 0.45} ${up(0.46)}L${x + stance} ${up(0.24)}V${up(0.02)}`,
    ),
    arm(-1, hands[0]),
    arm(1, hands[1]),
  ].join('')
}
