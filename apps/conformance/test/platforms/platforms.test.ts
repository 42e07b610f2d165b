import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@media-library/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, launchBrowser, openPage } from '../support/browser.js'
import { installProject, root } from './support/project.js'
import { startWorld } from './support/world.js'

const LINES = [20, 22, 24, 26]
const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const nodePackage = system === 'darwin-arm64' ? `node-bin-${system}` : `node-${system}`

const { folder, run, remove } = await installProject(
  fileURLToPath(new URL('consumer', import.meta.url)),
  LINES.map((line) => `node-${line}@npm:${nodePackage}@${line}`),
)
const world = await startWorld()
afterAll(async () => {
  await world.stop()
  await remove()
})

const hermesOf: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux64-bin',
  darwin: 'osx-bin',
  win32: 'win64-bin',
}
const hermes = join(folder, 'node_modules/hermes-engine-cli', hermesOf[process.platform] ?? 'linux64-bin')

const operations = Object.keys(createClient({ baseUrl: world.address, apiKey: 'mlk_1' })).sort()

function bin(name: string) {
  return join(folder, 'node_modules', '.bin', name)
}

function nodeOf(line: number) {
  return join(folder, 'node_modules', `node-${line}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function tool(name: string, ...args: string[]) {
  return run(process.execPath, [join('node_modules', name), ...args], { env: { ...process.env, NODE_OPTIONS: '' } })
}

/** A program as one script for a page or a worker. */
async function bundle(entry: string, format: 'iife' | 'esm') {
  await run(bin('esbuild'), [entry, '--bundle', `--format=${format}`, '--outfile=bundle.js', '--log-level=error'])
  return readFile(join(folder, 'bundle.js'), 'utf8')
}

describe.each(LINES)('Node %d', (line) => {
  test.each(['main.js', 'main.cjs'])('runs every operation on the service by %s', async (program) => {
    expect(await run(nodeOf(line), ['--version'])).toMatch(`v${line}.`)
    expect(JSON.parse(await run(nodeOf(line), [program, world.address]))).toEqual(operations)
  })

  test('loads each entry, as a module and as CommonJS', async () => {
    expect(await run(nodeOf(line), ['entries.js'])).toBe('')
  })
})

test('Bun runs every operation on the service', async () => {
  expect(JSON.parse(await run(bin('bun'), ['main.js', world.address]))).toEqual(operations)
})

test('Deno runs every operation on the service', async () => {
  const printed = await run(bin('deno'), ['run', '--allow-net=127.0.0.1', '--no-lock', 'main.js', world.address])

  expect(JSON.parse(printed)).toEqual(operations)
})

test('workerd runs every operation on the service', async () => {
  await bundle('worker.js', 'esm')

  expect(JSON.parse(await run(nodeOf(24), ['workerd.js', world.address]))).toEqual(operations)
})

test.skipIf(!hasChromium)('Chromium runs every operation on the service, from another origin', async () => {
  world.script = await bundle('app.js', 'iife')
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    await page.goto(world.address)

    expect(await page.evaluate(`run(${JSON.stringify(world.address)})`)).toEqual(operations)
  } finally {
    await browser.close()
  }
})

describe("Metro's bundle for React Native", () => {
  beforeAll(async () => {
    await tool('metro/src/cli.js', 'build', 'native.js', '--out', 'metro-bundle', '--platform', 'ios', '--reset-cache')
  })

  test('runs every operation on the service, where nothing is read in parts', async () => {
    const printed = await run(process.execPath, ['run-bundle.js', 'metro-bundle.js', world.address])

    expect(JSON.parse(printed)).toEqual(operations)
  })

  test('runs every operation in Hermes, on answers of the service that were recorded', async () => {
    const withoutFiles = operations.filter((name) => !/upload/i.test(name))
    expect(JSON.parse(await run(join(hermes, 'hermes'), ['hermes.js']))).toEqual(withoutFiles)
  })
})

test('jest runs every operation on the fake service, as a module and as CommonJS', async () => {
  await run(process.execPath, ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--ci'])
})

test('vitest runs every operation on the fake service behind MSW', async () => {
  await tool('vitest/vitest.mjs', 'run')
})

test('README of the client names these platforms', async () => {
  const [readme = '', manifest = ''] = await Promise.all(
    [join(root, 'packages/client/README.md'), join(folder, 'package.json')].map((file) => readFile(file, 'utf8')),
  )
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
  const minor = (name: string) => dependencies[name]?.split('.').slice(0, 2).join('.')
  const [, table = ''] = readme.split('## Platforms')
  const rows = [...table.matchAll(/^\| (.+?) *\|/gm)].map(([, platform]) => platform).slice(2)

  expect(rows).toEqual([
    `Node ${LINES.join(', ')}`,
    `Bun ${minor('bun')}`,
    `Deno ${minor('deno')}`,
    `workerd, miniflare ${dependencies['miniflare']?.split('.')[0]}`,
    'Chromium',
    `Metro ${minor('metro')}`,
    `Hermes ${minor('hermes-engine-cli')}`,
    `jest ${minor('jest')}`,
    `vitest ${minor('vitest')}, MSW ${minor('msw')}`,
  ])
})
