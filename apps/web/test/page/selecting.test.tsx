import { createClient } from '@media-library/client'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addDays, findPhoto, openPage, reappear } from '../support/open-page.js'

/** Opens a wall of two days: `a` to `c` on the newer one, `d` and `e` on the older. */
async function openWall(): Promise<UserEvent> {
  const { user } = await openPage('/', (service) => addDays(service, 2, 3))
  await findPhoto('e')
  return user
}

function selected(): string {
  return screen
    .queryAllByRole('gridcell', { selected: true })
    .map((cell) => within(cell).getByRole('button').getAttribute('aria-label')?.replace('Select ', ''))
    .join('')
}

const check = (name: string) => screen.getByRole('button', { name: `Select ${name}` })

test('a click on its mark selects a photo, and another one takes it back', async () => {
  const user = await openWall()

  await user.click(check('b'))
  expect(selected()).toBe('b')

  await user.click(check('b'))
  expect(selected()).toBe('')
})

test('while some are selected, a click on a photo selects it and opens nothing', async () => {
  const user = await openWall()
  await user.click(check('b'))

  await user.click(await findPhoto('d'))

  expect(selected()).toBe('bd')
  expect(location.search).toBe('')
})

test.each(['Control', 'Meta'])('a click with %s selects the first photo', async (key) => {
  const user = await openWall()

  await user.keyboard(`{${key}>}`)
  await user.click(await findPhoto('c'))
  await user.keyboard(`{/${key}}`)

  expect(selected()).toBe('c')
})

test('a click with Shift selects up to there, over the days between', async () => {
  const user = await openWall()
  await user.click(check('d'))

  await user.keyboard('{Shift>}')
  await user.click(await findPhoto('b'))
  await user.keyboard('{/Shift}')

  await waitFor(() => expect(selected()).toBe('bcd'))
})

test('a range that is read late does not replace a later one', async () => {
  const { service, user, answerWith, untilQuiet } = await openPage('/', (filled) => {
    // The photos `a` and `b` of August, and `c` and `d` of July.
    addDays(filled, 2, ...new Array<number>(30).fill(0), 2)
  })
  await findPhoto('d')
  await untilQuiet
  let answerJuly = () => {}
  const untilJuly = new Promise<void>((resolve) => {
    answerJuly = resolve
  })
  const untilAsked = new Promise<void>((resolve) => {
    answerWith(async (url, init) => {
      if (!/time-bucket\?.*2024-07/.test(url)) return service.fetch(url, init)
      resolve()
      await untilJuly
      return service.fetch(url, init)
    })
  })
  const taken = '2024-07-01T09:00:00.000Z'
  service.addAsset({ originalFileName: 'e', localDateTime: taken, fileCreatedAt: taken, resized: true })
  reappear()
  await untilAsked
  await user.click(check('a'))

  await user.keyboard('{Shift>}')
  await user.click(await findPhoto('d'))
  await user.click(await findPhoto('b'))
  await user.keyboard('{/Shift}')
  await waitFor(() => expect(selected()).toBe('ab'))
  answerJuly()

  await findPhoto('e')
  expect(selected()).toBe('ab')
})

test('what was removed in another tab leaves the selection', async () => {
  const { service, user } = await openPage('/', (filled) => addDays(filled, 2, 3))
  const other = createClient(service.options)
  const idOf = async (name: string) => (await findPhoto(name)).getAttribute('data-picture') ?? ''
  const [c, d] = [await idOf('c'), await idOf('d')]
  for (const name of ['b', 'c', 'd']) await user.click(check(name))

  await other.deleteAssets({ ids: [c] })
  await screen.findByText('2 selected')
  await other.updateAssets({ ids: [d], isArchived: true })

  await screen.findByText('1 selected')
  expect(selected()).toBe('b')
})

test('what somebody else takes off a shared album leaves the selection', async () => {
  const { service, user, navigate } = await openPage('/nowhere', (filled) => addDays(filled, 1))
  const mia = createClient({ ...service.options, apiKey: service.addUser({ name: 'Mia' }).apiKey })
  const { id } = await mia.createAlbum({ albumName: 'Trip', sharedWithUserIds: [service.user.id] })
  const { items } = await createClient(service.options).getAllAssets()
  const ids = items.map(({ id }) => id)
  await createClient(service.options).addAssetsToAlbum(id, { ids })
  await navigate(`/albums/${id}`)
  await findPhoto('a')
  await user.click(check('a'))

  await mia.removeAssetFromAlbum(id, { ids })

  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('arrow keys lead from photo to photo, Space selects, and Escape selects nothing', async () => {
  const user = await openWall()
  screen.getByRole('region', { name: 'Pictures' }).focus()

  await user.keyboard('{ArrowRight}[Space]')
  expect(selected()).toBe('b')
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await waitFor(() => expect(selected()).toBe('bcd'))

  await user.keyboard('{Escape}')
  expect(selected()).toBe('')
})

test('Shift with arrow keys lets the selection grow, and shrink', async () => {
  const user = await openWall()
  ;(await findPhoto('b')).focus()

  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}')
  await waitFor(() => expect(selected()).toBe('bcd'))
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(selected()).toBe('bc'))
  await user.keyboard('{ArrowLeft}{ArrowLeft}{/Shift}')

  await waitFor(() => expect(selected()).toBe('ab'))
})

test('Ctrl and A select all of the wall, and Escape nothing, wherever the focus is', async () => {
  const user = await openWall()
  screen.getByRole('link', { name: 'Albums' }).focus()

  await user.keyboard('{Control>}a{/Control}')
  await waitFor(() => expect(selected()).toBe('abcde'))
  await user.keyboard('{Escape}')

  expect(selected()).toBe('')
})

test('Ctrl and A ask once for all days of a month that were not seen', async () => {
  const july = Array.from({ length: 31 }, () => 4)
  const august = Array.from({ length: 31 }, () => 1)
  const { user, service, answerWith } = await openPage('/', (filled) => addDays(filled, ...july, ...august))
  ;(await findPhoto('a')).focus()
  const asked: string[] = []
  answerWith((url, init) => {
    if (url.includes('/time-bucket?')) asked.push(url)
    return service.fetch(url, init)
  })

  await user.keyboard('{Control>}a{/Control}')

  await screen.findByText('155 selected')
  expect(asked).toHaveLength(1)
})

test('the Tab key leads to one photo, and back to the one that had the focus last', async () => {
  const user = await openWall()
  ;(await findPhoto('b')).focus()
  await user.keyboard('{ArrowRight}')

  await user.tab()
  await user.tab({ shift: true })

  expect(document.activeElement).toBe(await findPhoto('c'))
})

test('a mouse that is dragged over photos selects them, and its last click opens nothing', async () => {
  const user = await openWall()

  await user.pointer([
    { keys: '[MouseLeft>]', target: await findPhoto('b'), coords: { x: 10, y: 10 } },
    { target: await findPhoto('c'), coords: { x: 200, y: 10 } },
    { target: await findPhoto('d'), coords: { x: 400, y: 10 } },
    { keys: '[/MouseLeft]', target: await findPhoto('d'), coords: { x: 400, y: 10 } },
  ])

  await waitFor(() => expect(selected()).toBe('bcd'))
  expect(location.search).toBe('')
})

test('a finger that rests on a photo selects it, and lifting it opens nothing', async () => {
  const user = await openWall()
  const photo = await findPhoto('b')

  await user.pointer({ keys: '[TouchA>]', target: photo })
  await waitFor(() => expect(selected()).toBe('b'))
  await user.pointer({ keys: '[/TouchA]', target: photo })

  expect(selected()).toBe('b')
  expect(location.search).toBe('')
})

test('a finger that moves on scrolls, and selects nothing', async () => {
  const user = await openWall()
  const photo = await findPhoto('b')

  await user.pointer([
    { keys: '[TouchA>]', target: photo, coords: { x: 10, y: 10 } },
    { pointerName: 'TouchA', target: photo, coords: { x: 10, y: 60 } },
  ])
  await new Promise((resolve) => setTimeout(resolve, 600))

  expect(selected()).toBe('')
})

test('the mark of a day selects all of it, and then none of it', async () => {
  const { user } = await openPage('/', (service) => addDays(service, 7, 3))
  await findPhoto('a')
  const day = () => screen.getByRole('button', { name: /^Select all of .*(Jul 2|2 Jul)\b/ })

  await user.click(day())
  expect(selected()).toBe('abc')
  expect(day().getAttribute('aria-pressed')).toBe('true')

  await user.click(day())
  expect(selected()).toBe('')
})

test('a selection ends where another view begins', async () => {
  const user = await openWall()
  await user.click(check('b'))
  await screen.findByText('1 selected')

  await user.click(screen.getByRole('link', { name: 'Albums' }))
  await screen.findByRole('heading', { name: 'Albums' })

  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
})
