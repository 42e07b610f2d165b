/** A measure over a growing number, for each of several sides. */
export interface Chart {
  title: string
  /** The name of the growing number. */
  across: string
  /** The unit of the measure. */
  unit: string
  lines: { label: string; points: [across: number, value: number][] }[]
}

const WIDTH = 460
const HEIGHT = 300
const PLOT = { left: 64, right: 16, top: 48, bottom: 48 }
const COLUMNS = 2
/** The space for the last label of the last column. */
const MARGIN = 20
const colors = ['#2563eb', '#9ca3af', '#f59e0b', '#10b981']

/** Draws charts side by side, as the text of an SVG file that is readable on light and dark pages. */
export function drawCharts(charts: Chart[]): string {
  const height = HEIGHT * Math.ceil(charts.length / COLUMNS)
  const width = WIDTH * Math.min(charts.length, COLUMNS) + MARGIN
  const cells = charts.map((chart, index) => {
    const [x, y] = [WIDTH * (index % COLUMNS), HEIGHT * Math.floor(index / COLUMNS)]
    return `<g transform="translate(${x} ${y})">\n${drawChart(chart)}\n</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">
<title>What growth costs</title>
<style>text { fill: #57606a } .title { font-size: 14px; font-weight: 600 } .grid { stroke: #d0d7de }</style>
<rect width="100%" height="100%" rx="8" fill="#fff"/>
${cells.join('\n')}
</svg>
`
}

/**
 * Draws a chart. Both axes are logarithmic, so that linear growth is a line of 45 degrees, and no growth a flat one.
 */
function drawChart({ title, across, unit, lines }: Chart): string {
  const points = lines.flatMap((line) => line.points)
  const [left, right] = decades(points.map(([x]) => x))
  const [bottom, top] = decades(points.map(([, y]) => y))
  const width = WIDTH - PLOT.left - PLOT.right
  const height = HEIGHT - PLOT.top - PLOT.bottom
  const toX = (log: number) => PLOT.left + (width * (log - left)) / (right - left)
  const toY = (log: number) => PLOT.top + height - (height * (log - bottom)) / (top - bottom)
  const at = ([x, y]: [number, number]) =>
    `${toX(Math.log10(x)).toFixed(1)},${toY(Math.log10(Math.max(y, 1e-3))).toFixed(1)}`

  const columns = Array.from({ length: right - left + 1 }, (_, index) => left + index).map(
    (log) => `<path class="grid" d="M${toX(log)} ${PLOT.top}v${height}"/>
<text x="${toX(log)}" y="${PLOT.top + height + 16}" text-anchor="middle">${toLabel(log)}</text>`,
  )
  const rows = Array.from({ length: top - bottom + 1 }, (_, index) => bottom + index).map(
    (log) => `<path class="grid" d="M${PLOT.left} ${toY(log).toFixed(1)}h${width}"/>
<text x="${PLOT.left - 6}" y="${(toY(log) + 4).toFixed(1)}" text-anchor="end">${toLabel(log)}</text>`,
  )
  const curves = lines.map(({ label, points }, index) => {
    const color = colors[index % colors.length]
    const dots = points.map((point) => {
      const [x, y] = at(point).split(',')
      return `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`
    })
    return `<polyline points="${points.map(at).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>
${dots.join('')}
<text x="${PLOT.left + 8 + index * 180}" y="${PLOT.top - 8}" style="fill: ${color}; font-weight: 600">${toText(label)}</text>`
  })
  return [
    `<text x="${PLOT.left}" y="20" class="title">${toText(title)}, ${toText(unit)}</text>`,
    ...columns,
    ...rows,
    ...curves,
    `<text x="${PLOT.left + width / 2}" y="${HEIGHT - 10}" text-anchor="middle">${toText(across)}</text>`,
  ].join('\n')
}

function decades(values: number[]): [first: number, last: number] {
  const logs = values.map((value) => Math.log10(Math.max(value, 1e-3)))
  const [first, last] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))]
  return [first, Math.max(last, first + 1)]
}

function toLabel(exponent: number) {
  return (10 ** exponent).toLocaleString('en', { maximumFractionDigits: 3 })
}

function toText(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
