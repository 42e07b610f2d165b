import Table from 'cli-table3'
import type { PageFigures } from './index.js'

const plain = { style: { head: [], border: [], compact: true } }

/** The figures as tables for people. */
export function toPageTables({ pictures, firstLoad, scrolls, audits }: PageFigures): string {
  const load = new Table({
    ...plain,
    head: [`First load, ${pictures.toLocaleString('en')} pictures`, ''],
  })
  load.push(
    ['first picture', milliseconds(firstLoad.firstPictureMs)],
    ['all pictures on the screen', milliseconds(firstLoad.allPicturesMs)],
    ['scripts', `${firstLoad.scriptKb.toFixed(0)} kB`],
    ['requests', firstLoad.requests],
  )
  const scrolling = new Table({
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
    scrolling.push([
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
  const categories = Object.keys(audits[0]?.scores ?? {})
  const judged = new Table({ ...plain, head: ['Lighthouse', ...categories] })
  for (const { view, scores } of audits) judged.push([view, ...categories.map((category) => scores[category] ?? '–')])
  const findings = audits.flatMap((audit) => audit.findings.map((finding) => `${audit.view}: ${finding}\n`))
  return `${[load, scrolling, judged].join('\n')}\n${findings.join('')}`
}

function milliseconds(value: number) {
  return `${value.toFixed(0)} ms`
}

function percent(share: number) {
  return `${(100 * share).toFixed(1)} %`
}
