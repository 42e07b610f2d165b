import Table from 'cli-table3'
import type { Audit } from './audit.js'
import type { FirstLoad } from './first-load.js'
import type { Scroll } from './scroll.js'

const plain = { style: { head: [], border: [], compact: true } }

/** Formats the figures of the first load as a table for people. */
export function toLoadTable(pictures: number, firstLoad: FirstLoad): string {
  const table = new Table({ ...plain, head: [`First load, ${pictures.toLocaleString('en')} pictures`, ''] })
  table.push(
    ['first picture', milliseconds(firstLoad.firstPictureMs)],
    ['all pictures on the screen', milliseconds(firstLoad.allPicturesMs)],
    ['scripts', `${firstLoad.scriptKb.toFixed(0)} kB`],
    ['requests', firstLoad.requests],
  )
  return table.toString()
}

/** Formats the figures of scrolling as a table for people. */
export function toScrollTable(scrolls: Scroll[]): string {
  const table = new Table({
    ...plain,
    head: [
      'Scrolling',
      'Pixels',
      'Seconds',
      'Longest task',
      'Most CPU',
      'Tasks above 50 ms',
      'Frames',
      'Late',
      'Partial',
      'Heap',
    ],
  })
  for (const scroll of scrolls) {
    table.push([
      scroll.name,
      scroll.pixels.toLocaleString('en'),
      scroll.seconds.toFixed(0),
      milliseconds(scroll.longestTaskMs),
      milliseconds(scroll.longestCpuMs),
      scroll.longTasks,
      scroll.frames,
      percent(scroll.lateFrames),
      percent(scroll.partialFrames),
      `${scroll.heapMb.toFixed(0)} MB`,
    ])
  }
  return table.toString()
}

/** Formats the results of Lighthouse as a table for people, with the faults. */
export function toAuditTable(audits: Audit[]): string {
  const categories = Object.keys(audits[0]?.scores ?? {})
  const table = new Table({ ...plain, head: ['Lighthouse', ...categories] })
  for (const { view, scores } of audits) table.push([view, ...categories.map((category) => scores[category] ?? '–')])
  const findings = audits.flatMap((audit) => audit.findings.map((finding) => `${audit.view}: ${finding}`))
  return [table.toString(), ...findings].join('\n')
}

function milliseconds(value: number) {
  return `${value.toFixed(0)} ms`
}

function percent(share: number) {
  return `${(100 * share).toFixed(1)} %`
}
