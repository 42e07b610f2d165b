import { createFakeService, type FakeService } from '@media-library/client/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { router } from '../../src/router.js'
import { queryClient } from '../../src/service/client.js'

/** The size of the window, and of each element in it: nothing is laid out here. */
const SIZE = { clientWidth: 1_000, clientHeight: 800, offsetWidth: 1_000, offsetHeight: 800 }

// A busy machine takes its time.
configure({ asyncUtilTimeout: 60_000 })

/** A page in the memory of this process, in front of a service in memory. */
interface OpenPage {
  service: FakeService
  user: UserEvent
}

/** Opens the page at a path for the first user of a service, which has what `fill` adds. */
export async function openPage(path: string, fill: (service: FakeService) => void = () => {}): Promise<OpenPage> {
  const service = createFakeService()
  fill(service)
  const { fetch, XMLHttpRequest } = globalThis
  // Without it, files are sent by fetch, too.
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
  globalThis.fetch = (input, init) => service.fetch(input, withKey(init, service))
  for (const [name, value] of Object.entries(SIZE)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
  onTestFinished(async () => {
    // The next test begins where nothing is read.
    await router.navigate({ href: '/nowhere' })
    cleanup()
    queryClient.clear()
    Object.assign(globalThis, { fetch, XMLHttpRequest })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // A router goes nowhere before it is on the page.
  await router.navigate({ to: path })
  return { service, user: userEvent.setup() }
}

/** Adds photos to a service, one an hour from noon of the first day on, so many each day. They are named `a`, `b` and so on, newest first. */
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

/** The photo of a name on the wall, as soon as it is there. */
export function findPhoto(name: string): Promise<HTMLElement> {
  return screen.findByRole('link', { name: new RegExp(`^Photo ${name},`) })
}

/** A browser would send the cookie of a session. */
function withKey(init: RequestInit | undefined, { user }: FakeService): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('x-api-key', user.apiKey)
  return { ...init, headers }
}
