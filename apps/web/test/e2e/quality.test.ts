import { expect, test } from 'vitest'
import { expectAccessible, listFindings } from '../support/axe.js'
import { describeJourney, untilPictures } from '../support/journey.js'

const LARGEST = 160_000

describeJourney('quality', (journey) => {
  const { enter, visit, service } = journey

  test('axe finds nothing on any view, and nothing is cut off in a narrow window', () =>
    expectAccessible(journey, { scheme: 'light', width: 320 }))

  test('axe finds nothing where one signs in', async () => {
    const { page } = await visit({ bypassCSP: true })
    await page.goto(service.url)
    await page.getByText('Other ways').click()
    await page.getByLabel('Key').waitFor()

    expect(await listFindings(page)).toEqual([])
  })

  test('a theme that is chosen wins over that of the device', async () => {
    const { page } = await enter('ada', { colorScheme: 'dark' })
    await page.goto(`${service.url}/account`)
    const backgrounds = []

    for (const theme of ['Like this device', 'Light', 'Dark']) {
      await page.getByLabel(theme).check()
      backgrounds.push(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
    }

    const [ofDevice, light, dark] = backgrounds
    expect(dark).toBe(ofDevice)
    expect(light).not.toBe(dark)
  })

  test('a language that is chosen wins over that of the browser, also when the page is loaded again', async () => {
    const { page } = await enter('ada', { locale: 'de-DE' })
    await page.goto(`${service.url}/account`)

    await page.getByLabel('English').check()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await page.reload()

    await page.getByRole('heading', { name: 'Account' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  })

  test('the first load has at most 160 kB of JavaScript, and no light box (W5)', async () => {
    const { page } = await enter('ada')
    await untilPictures(page)
    // The page that was left loads nothing any more.
    await page.goto('about:blank')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    // A timer loads what is needed later, and may ring before the wall is there on a busy machine.
    await page.addInitScript('globalThis.setInterval = () => 0')

    await page.goto(service.url)
    await untilPictures(page)

    const untilWall = loaded.slice(
      0,
      loaded.findIndex((path) => path.startsWith('/api/asset/thumbnail/')),
    )
    const scripts = untilWall.filter((path) => path.endsWith('.js'))
    const sizes = await Promise.all(
      scripts.map(async (path) => {
        const response = await fetch(service.url + path, { headers: { 'accept-encoding': 'gzip' } })
        return Number(response.headers.get('content-length'))
      }),
    )
    // A file that the Link header of the service names is not requested again.
    const first = loaded.slice(0, loaded.indexOf('/api/asset/time-bucket'))
    expect(first.filter((path) => path === '/api/asset/time-buckets')).toHaveLength(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST)
    expect(scripts.filter((path) => path.includes('light-box'))).toEqual([])
  })
})
