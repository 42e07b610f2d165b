import { readFile } from 'node:fs/promises'
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

// jest runs the programs in CommonJS.
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

test("the server of the contract's README answers from the packed contract, and names each fault of a request", async () => {
  const answers = JSON.parse(await consumer.node(26, 'serve.js'))

  const refused = { status: 400, type: 'application/problem+json' }
  expect(answers).toMatchObject({
    created: { status: 201, body: { albumName: 'Summer' } },
    unnamed: {
      ...refused,
      body: {
        code: 'invalid_request',
        type: '/problems/invalid_request',
        errors: [
          { pointer: '/albumName', code: 'required' },
          { pointer: '/assetIds/0', code: 'invalid_id' },
          { pointer: '/sharedWithUserIds', code: 'wrong_type' },
          { pointer: '/colour', code: 'unknown_property' },
        ],
      },
    },
    shared: { status: 200 },
    missing: { status: 404, type: 'application/problem+json', body: { code: 'not_found', status: 404 } },
    nowhere: { ...refused, body: { errors: [{ pointer: '/path/id', code: 'invalid_id' }] } },
    listed: { ...refused, body: { errors: [{ pointer: '/query/limit', code: 'too_small' }] } },
    queued: { status: 204 },
  })
})

test.each(['contract', 'client'] as const)('publint and attw find nothing in the packed %s', async (name) => {
  const { [name]: tarball } = inject('tarballs')

  await script('publint/src/cli.js', 'run', tarball, '--strict')
  await script('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'node16')
})

test('the packed contract takes at most 21 kB for each operation', async () => {
  const folder = join(consumer.folder, 'node_modules/@media-library/contract')
  const { paths, bytes } = await listFiles(folder)
  const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'))
  const { length } = Object.values<object>(document.paths).flatMap(Object.keys)

  expect(paths.length).toBeGreaterThan(50)
  expect(bytes).toBeLessThanOrEqual(21_000 * length)
})

describeTypeScripts(consumer, ['5.9'], { everyWay: false })
describeTypeScripts(consumer, ['7.0'], { everyWay: true })
