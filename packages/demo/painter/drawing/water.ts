import { type Canvas, filled, shade } from './canvas.js'
import { mix } from './color.js'
import { between } from './random.js'

/** Water from `top` downwards that mirrors `above`, with ripples and the glitter of the sun or moon. */
export function water(
  canvas: Canvas,
  {
    top,
    color,
    above = '',
    mirror = 0.6,
    ripple = 1,
  }: { top: number; color: string; above?: string; mirror?: number; ripple?: number },
): string {
  const { width, height, light } = canvas
  const deep = height - top
  const body = `M0 ${top}H${width}V${height}H0Z`
  const [clip, group] = [canvas.id(), canvas.id()]
  const surface = mix(shade(canvas, color), light.sky[2], 0.35)
  return [
    `<g id="${group}">${above}</g>`,
    `<clipPath id="${clip}"><path d="${body}"/></clipPath><g clip-path="url(#${clip})">`,
    filled(canvas, body, [
      mix(surface, light.sky[3], 0.55),
      surface,
      shade(canvas, color),
      mix(shade(canvas, color), light.sky[0], 0.35),
    ]),
    above && `<use href="#${group}" transform="translate(0 ${2 * top}) scale(1 -1)" opacity="${mirror}"/>`,
    filled(canvas, body, [
      [shade(canvas, color), 0.02],
      [shade(canvas, color), 0.3],
      [shade(canvas, color), 0.65],
    ]),
    ripples(canvas, top, deep, ripple),
    glitter(canvas, top, deep),
    '</g>',
  ].join('')
}

function dashes(
  canvas: Canvas,
  count: number,
  place: (depth: number) => { x: number; long: number; y: number; thick: number },
) {
  return Array.from({ length: count }, () => {
    const { x, long, y, thick } = place(canvas.random() ** 1.6)
    return `M${(x - long).toFixed(0)} ${y.toFixed(1)}q${long.toFixed(0)} ${(-thick).toFixed(1)} ${(2 * long).toFixed(0)} 0q${(-long).toFixed(0)} ${thick.toFixed(1)} ${(-2 * long).toFixed(0)} 0Z`
  }).join('')
}

function ripples(canvas: Canvas, top: number, deep: number, strength: number): string {
  const { random, width, light } = canvas
  const place = (depth: number) => ({
    x: random() * width,
    y: top + 2 + depth * deep,
    long: between(random, 12, 50) * (0.4 + depth * 3),
    thick: 1.2 + depth * 7,
  })
  const bright = dashes(canvas, 260, place)
  const dark = dashes(canvas, 200, place)
  return `<path d="${bright}" fill="${light.sky[2]}" opacity="${0.2 * strength}"/><path d="${dark}" fill="${light.sky[0]}" opacity="${0.16 * strength}"/>`
}

function glitter(canvas: Canvas, top: number, deep: number): string {
  const { random, sun, light } = canvas
  const path = dashes(canvas, 220, (depth) => ({
    x: sun[0] + (random() + random() - 1) * (18 + depth * 190),
    y: top + 2 + depth * deep,
    long: between(random, 6, 22) * (0.6 + depth * 1.6),
    thick: 1.5 + depth * 6,
  }))
  return `<path d="${path}" fill="${light.sun.color}" opacity="${0.55 - light.darkness * 0.2}"/>`
}
