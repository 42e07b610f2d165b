import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../support/open-page.js'

test.each([
  ['/jobs', 'true'],
  ['/account', 'true'],
  ['/trash', 'true'],
  ['/albums', null],
])('on %s, the menu of a phone is marked as it should be', async (path, marked) => {
  const { navigate } = await openPage('/tags')

  await navigate(path)

  await waitFor(() => expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-current')).toBe(marked))
})
