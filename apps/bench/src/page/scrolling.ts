import type { Browser } from './browser.js'

/** A visit in which a person scrolls through the library with the wheel, and jumps. */
export interface Scrolling {
  /** The longest time between two frames, in milliseconds. */
  worstFrameMs: number
  /** The time between frames that 99 of 100 stay below, in milliseconds. */
  p99FrameMs: number
  frames: number
}

/** The steps of the wheel, and their distance in pixels. After each tenth, the page jumps by a hundredth of its height. */
const STEPS = 300
const STEP_PX = 600
const STEP_MS = 100

/** Scrolls the page for half a minute. */
export async function measureScrolling({ context, url }: Browser): Promise<Scrolling> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForSelector('[data-picture] img[data-shown]')
  const wall = page.getByLabel('Pictures', { exact: true })
  await page.mouse.move(640, 400)
  await page.evaluate(watchFrames)
  for (let step = 1; step <= STEPS; step += 1) {
    await page.mouse.wheel(0, STEP_PX)
    await page.waitForTimeout(STEP_MS)
    if (step % 10 === 0) await wall.evaluate((scroller) => scroller.scrollBy(0, scroller.scrollHeight / 100))
  }
  if ((await wall.evaluate(({ scrollTop }) => scrollTop)) < STEPS * STEP_PX) throw new Error('The page did not scroll.')
  const times = (await page.evaluate(() => globalThis.frameTimes)).sort((a, b) => a - b)
  await page.close()
  return {
    worstFrameMs: times.at(-1) ?? 0,
    p99FrameMs: times[Math.floor(times.length * 0.99)] ?? 0,
    frames: times.length,
  }
}

declare global {
  /** The times between frames, in milliseconds. */
  var frameTimes: number[]
}

/** Notes the time of each frame from now on; runs in the page. */
function watchFrames() {
  globalThis.frameTimes = []
  let before = performance.now()
  const note = (now: number) => {
    globalThis.frameTimes.push(now - before)
    before = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}
