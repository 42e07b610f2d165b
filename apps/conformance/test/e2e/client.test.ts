import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { installConsumer, NODES, operations } from '../packed/consumer.js'
import { listFiles } from '../packed/list-files.js'
import { describeNodes, describeTypeScripts } from '../packed/promises.js'
import { hasChromium, launchBrowser, openPage } from '../support/browser.js'

const { address } = inject('world')
const consumer = await installConsumer('e2e')
const { run, script, bundle } = consumer
afterAll(consumer.remove)

// In CommonJS, jest runs them.
describeNodes(consumer, NODES.e2e, ['main.js'])

test.skipIf(!hasChromium)('Chromium runs every operation on the service, from another origin', async () => {
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    await page.goto(address)
    await page.addScriptTag({ content: await bundle('app.js', 'iife') })

    expect(await page.evaluate(`run(${JSON.stringify(address)})`)).toEqual(operations)
  } finally {
    await browser.close()
  }
})

test('jest runs every operation on the fake service, as a module and as CommonJS', async () => {
  await run(process.execPath, ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--ci'])
})

test.each(['contract', 'client'] as const)('publint and attw find nothing in the packed %s', async (name) => {
  const { [name]: tarball } = inject('tarballs')

  await script('publint/src/cli.js', 'run', tarball, '--strict')
  await script('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'node16')
})

test('the packed contract takes at most 1.5 MB', async () => {
  const { paths, bytes } = await listFiles(join(consumer.folder, 'node_modules/@media-library/contract'))

  expect(paths.length).toBeGreaterThan(50)
  expect(bytes).toBeLessThanOrEqual(1_500_000)
})

describeTypeScripts(consumer, ['5.9'], { everyWay: false })
describeTypeScripts(consumer, ['7.0'], { everyWay: true })
