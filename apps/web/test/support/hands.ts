import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Messages } from '../../src/language/en.js'

/** A page, and its texts. */
export interface Place {
  page: Page
  say: Messages
}

/** A way in which a person uses a page. */
export interface Hands {
  options: BrowserContextOptions
  /** Operates a control: follows a link, presses a button, changes a mark. */
  press: (what: Locator) => Promise<void>
  /** Writes into an empty field. */
  write: (what: Locator, text: string) => Promise<void>
  /** Goes to a day by the name of its month beside the wall. */
  goTo: (place: Place, day: string, month: string) => Promise<void>
  /** Selects that many pictures, from the first visible one. */
  select: (place: Place, count: number) => Promise<void>
  /** Selects forty pictures, which are those of two days. */
  selectDays: (place: Place, days: string[]) => Promise<void>
}

const pictures = '[data-picture]'

export const mouse: Hands = {
  options: { viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'no-preference' },
  press: (what) => what.click(),
  write: async (what, text) => {
    await what.click()
    await what.page().keyboard.type(text)
  },
  goTo: ({ page, say }, day) =>
    page
      .getByRole('slider', { name: say.wall.time })
      .getByText(day.slice(0, 4), { exact: true })
      .first()
      .click({ force: true }),
  select: async (place, count) => {
    const seen = await seenPictures(place.page, count)
    await seen[0]?.hover()
    await seen[0]?.locator('xpath=..').getByRole('button').click()
    await seen.at(-1)?.click({ modifiers: ['Shift'] })
    await untilSelected(place, count)
  },
  selectDays: async ({ page, say }, days) => {
    for (const day of days) {
      await page.getByRole('heading', { name: day, exact: true }).hover()
      await page.getByRole('button', { name: say.wall.selectAllOf(day), exact: true }).click()
      // The toolbar moves the wall, and the mouse would no longer be at the place of the next mark.
      await page.getByRole('toolbar', { name: say.selection.label }).waitFor()
    }
  },
}

export const fingers: Hands = {
  options: { viewport: { width: 390, height: 844 }, locale: 'de-DE', hasTouch: true, isMobile: true },
  press: (what) => what.tap(),
  write: async (what, text) => {
    await what.tap()
    await what.page().keyboard.type(text)
  },
  goTo: ({ page, say }, day) => page.getByLabel(say.wall.goToDate).fill(day),
  select: async (place, count) => {
    const [first, ...others] = await seenPictures(place.page, count)
    if (first) await rest(place.page, first)
    for (const other of others) await other.tap()
    await untilSelected(place, count)
  },
  selectDays: async ({ page, say }, days) => {
    for (const day of days) {
      await page.getByRole('button', { name: say.wall.selectAllOf(day), exact: true }).tap()
      // The toolbar moves the wall, and a finger would miss the next mark.
      await page.getByRole('toolbar', { name: say.selection.label }).waitFor()
    }
  },
}

export const keyboard: Hands = {
  options: { viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'dark' },
  press: async (what) => {
    await reach(what)
    await what.page().keyboard.press((await what.getAttribute('href')) === null ? 'Space' : 'Enter')
  },
  write: async (what, text) => {
    await reach(what)
    await what.page().keyboard.type(text)
  },
  goTo: async ({ page, say }, _day, month) => {
    const slider = page.getByRole('slider', { name: say.wall.time })
    await reach(slider)
    await page.keyboard.press('Home')
    await slider.and(page.locator('[aria-valuenow="0"]')).waitFor()
    while ((await slider.getAttribute('aria-valuetext')) !== month) {
      const before = await slider.getAttribute('aria-valuenow')
      await page.keyboard.press('ArrowDown')
      await slider.and(page.locator(`:not([aria-valuenow="${before}"])`)).waitFor()
    }
  },
  select: selectByKeys,
  selectDays: (place) => selectByKeys(place, 40),
}

async function selectByKeys(place: Place, count: number): Promise<void> {
  const { keyboard } = place.page
  await reach(place.page.locator(pictures))
  await keyboard.press('Space')
  await untilSelected(place, 1)
  for (let selected = 2; selected <= count; selected += 1) {
    await keyboard.press('Shift+ArrowRight')
    await untilSelected(place, selected)
  }
}

/** Waits until that many pictures are selected. What a range selects may have to be read. */
function untilSelected({ page, say }: Place, count: number): Promise<void> {
  return page.getByText(say.selection.count(count), { exact: true }).waitFor()
}

/** Presses the Tab key, forwards or backwards, until something has the focus. */
async function reach(what: Locator): Promise<void> {
  await what.first().waitFor()
  for (let stops = 0; stops < 100; stops += 1) {
    const key = await what.evaluateAll(keyTo)
    if (key === null) return
    await what.page().keyboard.press(key)
  }
  throw new Error(`The Tab key does not lead to ${what}.`)
}

/** Returns the key that leads nearer to an element; null when one has the focus. It runs in the page. */
function keyTo(all: Element[]): string | null {
  const { activeElement } = document
  if (!activeElement || all.includes(activeElement)) return null
  const isBehind = all[0]?.compareDocumentPosition(activeElement) === Node.DOCUMENT_POSITION_FOLLOWING
  return isBehind && activeElement !== document.body ? 'Shift+Tab' : 'Tab'
}

/** Returns the first pictures that begin within the window, in their order, as soon as there are that many. */
async function seenPictures(page: Page, count: number): Promise<Locator[]> {
  const ids = await page.waitForFunction(
    ([pictures, count]) => {
      const all = [...document.querySelectorAll(pictures)]
      const top = all[0]?.closest('section')?.getBoundingClientRect().top ?? 0
      const seen = all.filter((each) => each.getBoundingClientRect().top >= top).slice(0, count)
      return seen.length === count && seen.map((each) => each.getAttribute('data-picture'))
    },
    [pictures, count] as const,
  )
  return ((await ids.jsonValue()) || []).map((id) => page.locator(`[data-picture="${id}"]`))
}

/** Lets a finger rest on a picture until it is selected. */
async function rest(page: Page, picture: Locator): Promise<void> {
  // It has to stand still.
  await picture.tap({ trial: true })
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const devTools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.locator('[role="gridcell"][data-selected]').filter({ has: picture }).waitFor()
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devTools.detach()
}
