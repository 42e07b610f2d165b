import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createClient } from '@media-library/client'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { installProject, type Project } from '../packed/project.js'
import { readAddress } from '../support/address.js'
import { hasChromium, launchBrowser, openPage } from '../support/browser.js'

const world = inject('world')

const env = {
  ...process.env,
  MEDIA_LIBRARY_URL: world.url,
  MEDIA_LIBRARY_KEY: world.apiKey,
  NODE_ENV: '',
  // With CI set, Vite would print its address in colours.
  NO_COLOR: '1',
}
const client = createClient({ baseUrl: world.url, apiKey: world.apiKey })

/** Installs an example as a reader does, beside the packed packages. */
async function install(name: string): Promise<Project> {
  const source = fileURLToPath(new URL(`../../../../packages/client/examples/${name}`, import.meta.url))
  const project = await installProject({ sources: [source], packed: ['contract', 'client'] })
  onTestFinished(project.remove)
  return project
}

/** Builds an example, and serves it until the test has ended. Returns its address. */
async function serve({ folder, run }: Project, ...args: string[]): Promise<string> {
  await run('npm', ['run', 'build'], { env })
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return readAddress(child, /(http:\/\/127\.0\.0\.1:\d+)/)
}

describe('the example', () => {
  test('of a Node script makes an album of a tag, and says when there is no such tag', async () => {
    const { run } = await install('script')

    expect(await run(process.execPath, ['share-tag.js', 'Holiday'], { env })).toBe('Holiday: 3 assets\n')
    await expect(run(process.execPath, ['share-tag.js', 'None'], { env })).rejects.toThrow('There is no tag None.')
  })

  test('of tests with the fake service passes', async () => {
    const { run } = await install('fake-service')

    expect(await run('npm', ['test'])).toMatch(/pass 2/)
  })

  test('of a React and Vite page shows the pictures of a tag, as they are now, to a user who signs in with a key', async ({
    skip,
  }) => {
    const gallery = await install('gallery')
    const url = await serve(gallery, 'node_modules/vite/bin/vite.js', 'preview', '--host', '127.0.0.1', '--port', '0')
    if (!hasChromium) skip('it was built; without a browser, nobody looks at it')
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await openPage(browser)
    // One of the three is still being made.
    const loaded = page.waitForResponse((response) => response.url().includes('/api/asset/thumbnail/') && response.ok())

    await page.goto(url)
    await page.getByLabel('Key').fill(world.apiKey)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Holiday' }).click()

    await page.getByRole('img', { name: '1.jpg' }).waitFor({ state: 'attached' })
    expect((await (await loaded).body()).length).toBe(22)

    const tag = (await client.getAllTags()).find(({ name }) => name === 'Holiday')
    const [first] = (await client.getTagAssets(tag?.id ?? '')).items
    const assetIds = [first?.id ?? '']
    await client.untagAssets(tag?.id ?? '', { assetIds })
    await page.getByRole('img', { name: first?.originalFileName ?? '' }).waitFor({ state: 'detached' })
    await client.tagAssets(tag?.id ?? '', { assetIds })
    await page.getByRole('img', { name: first?.originalFileName ?? '' }).waitFor({ state: 'attached' })
  })

  test('of a Next route handler makes an album with the key of the server, and passes problems on', async () => {
    const url = await serve(
      await install('next'),
      'node_modules/next/dist/bin/next',
      'start',
      '-H',
      '127.0.0.1',
      '-p',
      '0',
    )
    const post = (body: object) => fetch(`${url}/api/albums`, { method: 'POST', body: JSON.stringify(body) })

    const [made, refused, passedOn] = [await post({ albumName: 'Next' }), await post({}), await fetch(`${url}/api/tag`)]

    expect([made.status, refused.status, passedOn.status]).toEqual([201, 400, 401])
    expect((await client.getAllAlbums()).items.map(({ albumName }) => albumName)).toContain('Next')
    expect(await refused.json()).toMatchObject({ code: 'invalid_request' })
  })
})
