import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, findPhoto, openPage } from '../support/open-page.js'

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
