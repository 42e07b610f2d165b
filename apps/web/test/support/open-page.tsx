import { createClient, type Fetch } from '@media-library/client'
import { createFakeService, type FakeService } from '@media-library/client/testing'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, vi } from 'vitest'
import { createApp } from '../../src/app.js'
import { showLanguage } from '../../src/service/language.js'

/** The size of the window, and of each element in it: nothing is laid out here. */
const SIZE = { clientWidth: 1_000, clientHeight: 800, offsetWidth: 1_000, offsetHeight: 800 }

// A busy machine needs more time.
configure({ asyncUtilTimeout: 60_000 })

/** A page in the memory of this process, in front of a service in memory. */
interface OpenPage {
  service: FakeService
  user: UserEvent
  /** Replaces the service by another function from now on. */
  answerWith: (fetch: Fetch) => void
  navigate: (path: string) => Promise<void>
  /** Resolves when the page listens to events, and has read again what it shows. It then asks nothing by itself. */
  untilQuiet: Promise<void>
}

/** Opens the page at a path for the first user of a service, which contains what `fill` adds. */
export async function openPage(path: string, fill: (service: FakeService) => void = () => {}): Promise<OpenPage> {
  const service = createFakeService()
  fill(service)
  const { XMLHttpRequest } = globalThis
  // Without XMLHttpRequest, files are sent by fetch.
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
  let answer: Fetch = service.fetch
  let isQuiet = () => {}
  const untilQuiet = new Promise<void>((resolve) => {
    isQuiet = resolve
  })
  let isListening = false
  const fetch: Fetch = async (url, init) => {
    const answered = await answer(url, init)
    if (url.includes('/api/events')) isListening = true
    else if (isListening) isQuiet()
    return answered
  }
  // The failures of a test are shown at once.
  const client = createClient({ ...service.options, fetch, retries: 0 })
  const { element, router } = createApp({ client })
  for (const [name, value] of Object.entries(SIZE)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
  const errors = vi.spyOn(console, 'error')
  onTestFinished(async () => {
    // The next test begins while nothing is being read.
    await router.navigate({ href: '/nowhere' })
    cleanup()
    // The next test is by somebody who has chosen nothing yet.
    localStorage.clear()
    await showLanguage()
    Object.assign(globalThis, { XMLHttpRequest })
    const warnings = errors.mock.calls.map(([warning]) => String(warning)).filter((warning) => / key/.test(warning))
    errors.mockRestore()
    expect(warnings).toEqual([])
  })
  render(element)
  // A router does not navigate before it is on the page.
  await router.navigate({ href: path })
  return {
    service,
    user: userEvent.setup(),
    answerWith: (fetch) => {
      answer = fetch
    },
    navigate: (path) => router.navigate({ href: path }),
    untilQuiet,
  }
}

/** Hides the page and shows it again. It then listens to events anew, and reads again what it shows. */
export function reappear(): void {
  for (const value of ['hidden', 'visible']) {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }
}

/**
 * Adds photos to a service, one an hour from noon of the first day on, as many each day as the counts say. They are named `a`, `b` and so
 * on, newest first.
 */
export function addDays(service: FakeService, ...counts: number[]): void {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let number = 0
  counts.forEach((count, day) => {
    for (let photo = 0; photo < count; photo += 1) {
      number += 1
      const taken = new Date(Date.UTC(2024, 6, 1 + day, 12 + photo)).toISOString()
      const name = String.fromCharCode('a'.charCodeAt(0) + total - number)
      service.addAsset({ originalFileName: name, localDateTime: taken, fileCreatedAt: taken, resized: true })
    }
  })
}

/** Finds the photo of a name on the wall, as soon as it is shown. */
export function findPhoto(name: string): Promise<HTMLElement> {
  return screen.findByRole('link', { name: new RegExp(`, Photo ${name}$`) })
}
