import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { installConsumer, NODES, operations } from '../packed/consumer.js'
import { describeNodes, describeTypeScripts } from '../packed/promises.js'

const { address } = inject('world')
const consumer = await installConsumer('long')
const { folder, run, node, bin, script, bundle } = consumer
afterAll(consumer.remove)

const hermesFolders: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux64-bin',
  darwin: 'osx-bin',
  win32: 'win64-bin',
}
const hermes = join(
  folder,
  'node_modules/hermes-engine-cli',
  hermesFolders[process.platform] ?? 'linux64-bin',
  'hermes',
)

describeNodes(consumer, NODES.long, ['main.js', 'main.cjs'])
describeTypeScripts(consumer, ['5.9', '6.0'], { everyWay: true })

test('Bun runs every operation on the service', async () => {
  expect(JSON.parse(await bin('bun', 'main.js', address))).toEqual(operations)
})

test('Bun and Node upload files of the disk whole, large ones in parts, with their side-cars and live videos', async () => {
  const whole = (way: string) => [way, true, true, true, true]

  expect(JSON.parse(await bin('bun', 'disk-files.js', address))).toEqual([whole('openAsBlob'), whole('Bun.file')])
  expect(JSON.parse(await node(24, 'disk-files.js', address))).toEqual([whole('openAsBlob')])
})

test('Deno runs every operation on the service', async () => {
  const printed = await bin('deno', 'run', '--allow-net=127.0.0.1', '--no-lock', 'main.js', address)

  expect(JSON.parse(printed)).toEqual(operations)
})

test('workerd runs every operation on the service', async () => {
  await bundle('worker.js', 'esm')

  expect(JSON.parse(await node(24, 'workerd.js', address))).toEqual(operations)
})

describe("Metro's bundle for React Native", () => {
  beforeAll(async () => {
    const output = ['--out', 'metro-bundle', '--platform', 'ios', '--reset-cache']
    await script('metro/src/cli.js', 'build', 'native.js', ...output)
  })

  test('runs every operation on the service, where nothing is read in parts', async () => {
    const printed = await run(process.execPath, ['run-bundle.js', 'metro-bundle.js', address])

    expect(JSON.parse(printed)).toEqual(operations)
  })

  test('runs every operation in Hermes, on answers of the service that were recorded', async () => {
    const withoutFiles = operations.filter((name) => !/upload/i.test(name))

    expect(JSON.parse(await run(hermes, ['hermes.js']))).toEqual(withoutFiles)
  })
})

test('vitest runs every operation on the fake service behind MSW', async () => {
  await script('vitest/vitest.mjs', 'run')
})
