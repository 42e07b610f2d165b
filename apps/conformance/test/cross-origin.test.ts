import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasChromium, launchBrowser, openPage } from './support/browser.js'

const { url, apiKey, tagId, assetIds } = inject('service')
const { allowed, other } = inject('pages')

describe.skipIf(!hasChromium)('a page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  /** Calls the service with the client, from a page of an origin. */
  const callFrom = async (origin: string) => {
    const page = await openPage(browser)
    await page.goto(origin)
    const given = { baseUrl: url, apiKey, tagId, assetId: assetIds[0] ?? '' }
    return page.evaluate(async ({ baseUrl, apiKey, tagId, assetId }) => {
      const { createClient } = globalThis as unknown as typeof import('@media-library/client')
      const client = createClient({ baseUrl, apiKey, retries: 0 })
      try {
        const album = await client.createAlbum({ albumName: 'From elsewhere' }).withResponse()
        const tagged = await client.getTagAssets(tagId, { limit: 1 }).withResponse()
        const thumbnail = await client.getAssetThumbnail(assetId)
        const part = await client.downloadFile(assetId, { range: 'bytes=0-1' })
        const problem = await client.getTagById(assetId).catch((error: { code: string }) => error.code)
        return {
          albumName: album.data.albumName,
          hasFacts: [album.response.requestId, album.response.headers.get('ratelimit'), tagged.data.etag].every(
            Boolean,
          ),
          hasNext: tagged.data.nextCursor !== undefined,
          bytes: (await thumbnail.blob()).size,
          range: [part.status, part.headers.get('content-range')],
          problem,
        }
      } catch (error) {
        const { code, message } = error as Error & { code: string }
        return { code, message }
      }
    }, given)
  }

  test('of an allowed origin calls the service with a key, and reads headers, files and problems (X7)', async () => {
    expect(await callFrom(allowed)).toEqual({
      albumName: 'From elsewhere',
      hasFacts: true,
      hasNext: true,
      bytes: 22,
      range: [206, 'bytes 0-1/22'],
      problem: 'not_found',
    })
  })

  test('of another origin is not let in, and is told what to do (X7)', async () => {
    expect(await callFrom(other)).toEqual({
      code: 'network',
      message: expect.stringContaining(`its setting ALLOWED_ORIGINS has to include ${other}`),
    })
  })
})
