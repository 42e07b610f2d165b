import type { CDPSession, Page } from 'playwright-core'
import type { Browser } from './browser.js'
import { judge, type TraceEvent } from './trace.js'

/** The figures of the main thread and the frames in Chromium's trace of scrolling. */
export interface Scroll {
  name: string
  pixels: number
  seconds: number
  longestTaskMs: number
  /** The longest task, without the time in which other programs had the processor. */
  longestCpuMs: number
  /** The number of tasks above 50 ms. */
  longTasks: number
  frames: number
  /** The share of the frames that were not drawn in time. */
  lateFrames: number
  /** The share of the frames that were scrolled in time, but lacked what the main thread had to add. */
  partialFrames: number
  /** The memory that the scripts of the page hold afterwards, without garbage. */
  heapMb: number
}

interface Way {
  name: string
  /** The speed in pixels per second. */
  speed: number
  /** The length of one gesture in pixels. */
  reach: number
  /** The maximum number of gestures; the end of the wall may come earlier. */
  gestures: number
}

const ways: Way[] = [
  { name: 'looking around', speed: 4_000, reach: 20_000, gestures: 10 },
  { name: 'flicking to the end', speed: 40_000, reach: 200_000, gestures: 40 },
]

const traceConfig = {
  includedCategories: [
    'disabled-by-default-devtools.timeline',
    'disabled-by-default-devtools.timeline.frame',
    '__metadata',
  ],
}

/** Scrolls from the newest picture: slowly for a while, then through everything. */
export async function scrollThrough({ context, page, url }: Browser): Promise<Scroll[]> {
  const devtools = await context.newCDPSession(page)
  const scrolls: Scroll[] = []
  for (const way of ways) {
    await page.goto(url)
    await page.waitForSelector('[data-picture] img[data-shown]')
    scrolls.push(await scroll(page, devtools, way))
  }
  return scrolls
}

async function scroll(page: Page, devtools: CDPSession, { name, speed, reach, gestures }: Way): Promise<Scroll> {
  const stopTrace = await startTrace(devtools)
  const from = performance.now()
  let pixels = 0
  let before = -1
  for (let gesture = 0; gesture < gestures; gesture += 1) {
    const shown = await shownDay(page)
    if (shown === before) break
    before = shown
    await devtools.send('Input.synthesizeScrollGesture', {
      x: 500,
      y: 400,
      yDistance: -reach,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
    pixels += reach
  }
  const seconds = (performance.now() - from) / 1000
  const findings = judge(await stopTrace())
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return { name, pixels, seconds, ...findings, heapMb: usedSize / 2 ** 20 }
}

/** Returns the position of the day at the top of the screen. */
async function shownDay(page: Page): Promise<number> {
  return Number(await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuenow'))
}

async function startTrace(devtools: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(event as TraceEvent)
  }
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    devtools.off('Tracing.dataCollected', collect)
    return events
  }
}
