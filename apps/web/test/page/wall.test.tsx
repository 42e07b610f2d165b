import { setTimeout as sleep } from 'node:timers/promises'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

/** Longer than the page takes to listen to events. */
const SLOW_MS = 500

test('the days of a month that has few photos are read by one question', async () => {
  const { user, service, answerWith } = await openPage('/albums', (filled) => addDays(filled, 1, 2, 1))
  const asked: string[] = []
  answerWith((url, init) => {
    if (url.includes('/time-bucket?')) asked.push(url)
    return service.fetch(url, init)
  })

  await user.click(screen.getByRole('link', { name: 'Photos' }))

  await findPhoto('d')
  expect(asked).toHaveLength(1)
})

test('events, which let everything be read again, wait for the first view', async () => {
  const order: string[] = []
  await openPage('/', (filled) => {
    addDays(filled, 1, 2, 1)
    const { fetch } = filled
    filled.fetch = async (url, init) => {
      const { pathname } = new URL(String(url))
      if (pathname === '/api/events') order.push('events')
      if (pathname !== '/api/asset/time-bucket') return fetch(url, init)
      await sleep(SLOW_MS)
      order.push('pictures')
      return fetch(url, init)
    }
  })

  await waitFor(() => expect(order).toContain('events'))

  expect(order[0]).toBe('pictures')
})

test('the words that stand in place of a thumbnail are those of its name for screen readers', async () => {
  await openPage('/', ({ addAsset }) => {
    addAsset({ type: 'VIDEO', originalFileName: 'sea.mp4', duration: '0:00:05.00000', resized: false })
  })

  const link = await screen.findByRole('link', { name: /sea\.mp4, 0:05$/ })

  expect(link.textContent?.trim()).toBe('sea.mp4 0:05')
})
