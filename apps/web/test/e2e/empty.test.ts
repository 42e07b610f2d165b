import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { describeJourney } from '../support/journey.js'
import { makeUser } from '../support/photos.js'
import { ALLOW_HTTP } from '../support/service.js'

describeJourney('a library without photos', ({ enter, visit, service }) => {
  test('the camera of a phone reads the address from the screen', async () => {
    const { apiKey } = await makeUser(service)
    const { page } = await visit()
    const url = new URL(service.url)
    url.hostname = ALLOW_HTTP
    await page.goto(url.href)
    await page.getByText('Other ways').click()
    await page.getByLabel('Key').fill(apiKey)
    await page.getByRole('button', { name: 'Sign in with the key' }).click()

    const seen = sharp(await page.getByRole('img', { name: 'QR code of the address' }).screenshot())
    const { data, info } = await seen
      .extend({ ...MARGIN, background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })

    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(url.origin)
  })

  test('a phone is offered its photos, and nothing that phones cannot do', async () => {
    const { page } = await enter(await makeUser(service), { hasTouch: true, isMobile: true })
    await page.getByRole('button', { name: 'Choose photos' }).waitFor()

    expect(await page.getByRole('button', { name: 'Choose a folder' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'From a phone' }).count()).toBe(0)
    expect(await page.getByText('Drop photos or folders here').isVisible()).toBe(false)
  })
})

const MARGIN = { top: 20, bottom: 20, left: 20, right: 20 }
