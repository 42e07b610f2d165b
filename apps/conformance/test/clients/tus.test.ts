import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { Upload } from 'tus-js-client'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasChromium, launchBrowser, openPage } from '../support/browser.js'

const { url, apiKey, address } = inject('world')
const endpoint = `${url}/api/upload`
const headers = { 'x-api-key': apiKey }

/** Makes a file that begins as a JPEG does, and that no library has. */
function makePhoto(name: string) {
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), Buffer.from(name)])
}

async function listNames() {
  const response = await fetch(`${url}/api/asset`, { headers })
  return ((await response.json()) as { originalFileName: string }[]).map(({ originalFileName }) => originalFileName)
}

test.each([
  ['in parts', { chunkSize: 10 }],
  ['through a network that lets through POST alone', { overridePatchMethod: true }],
])('tus-js-client uploads a file of which it knows the name alone, %s', async (way, options) => {
  const filename = `${way}.jpg`

  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(makePhoto(filename), {
      endpoint,
      headers,
      metadata: { filename },
      onError: reject,
      onSuccess: () => resolve(),
      ...options,
    })
    upload.start()
  })

  expect(await listNames()).toContain(filename)
})

/** Returns a script that gives a page Uppy as a global `uploader`. */
async function bundleUppy() {
  const entry = fileURLToPath(new URL('../support/uploader.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'uploader' } },
  })
  const [output] = built as Rollup.RollupOutput[]
  return output?.output[0].code ?? ''
}

describe.skipIf(!hasChromium)('Uppy in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  test('uploads with no options but the endpoint and the key', async () => {
    const page = await openPage(browser)
    await page.goto(address)
    await page.addScriptTag({ content: await bundleUppy() })

    const failed = await page.evaluate(
      async ({ options, content }) => {
        const { Uppy, Tus } = (globalThis as typeof globalThis & { uploader: typeof import('../support/uploader.js') })
          .uploader
        const uppy = new Uppy().use(Tus, options)
        uppy.addFile({ name: 'uppy.jpg', type: 'image/jpeg', data: new Blob([Uint8Array.from(content)]) })
        return (await uppy.upload())?.failed?.map(({ error }) => error)
      },
      { options: { endpoint, headers }, content: [...makePhoto('uppy.jpg')] },
    )

    expect(failed).toEqual([])
    expect(await listNames()).toContain('uppy.jpg')
  })
})
