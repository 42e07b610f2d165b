import type { Browser } from './browser.js'

/** A visit with an empty cache. */
export interface FirstLoad {
  /** The milliseconds until the first thumbnail is on the screen; the median of the visits. */
  firstPictureMs: number
  /** The milliseconds until each picture on the screen has its thumbnail. */
  allPicturesMs: number
  /** The compressed size of the scripts that were transferred until then. */
  scriptKb: number
  requests: number
}

const VISITS = 5

/** Loads the page several times without a cache. */
export async function measureFirstLoad({ context, url }: Browser): Promise<FirstLoad> {
  const visits: FirstLoad[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.addInitScript(watchPictures)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForSelector('[data-picture] img[data-shown]')
    await page.waitForFunction(() => document.querySelectorAll('[data-picture] img:not([data-shown])').length === 0)
    visits.push(await page.evaluate(readVisit))
    await page.close()
  }
  const median = (figure: keyof FirstLoad) =>
    visits.map((visit) => visit[figure]).sort((a, b) => a - b)[Math.floor(VISITS / 2)] ?? 0
  return {
    firstPictureMs: median('firstPictureMs'),
    allPicturesMs: median('allPicturesMs'),
    scriptKb: median('scriptKb'),
    requests: median('requests'),
  }
}

declare global {
  /** The times at which thumbnails appeared, in milliseconds since the page was requested. */
  var shownAt: number[]
}

/**
 * Watches the pictures; runs in the page, before its own scripts. A loaded picture is on the screen with the next frame.
 */
function watchPictures() {
  globalThis.shownAt = []
  const note = () => requestAnimationFrame(() => setTimeout(() => globalThis.shownAt.push(performance.now())))
  const isPicture = ({ target }: Event) => target instanceof Element && target.matches('[data-picture] img')
  document.addEventListener('load', (event) => isPicture(event) && note(), { capture: true })
}

/** Reads the figures of a visit; runs in the page. */
function readVisit(): FirstLoad {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = resources.filter(({ name }) => name.endsWith('.js'))
  return {
    firstPictureMs: Math.min(...globalThis.shownAt),
    allPicturesMs: Math.max(...globalThis.shownAt),
    scriptKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    requests: resources.length,
  }
}
