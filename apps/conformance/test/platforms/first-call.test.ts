import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installProject, root } from './support/project.js'
import { startWorld } from './support/world.js'

test('zero to the first typed call is one installation of one package, and the ten lines of README', async () => {
  const world = await startWorld()
  onTestFinished(world.stop)
  const [, program = ''] = /```ts\n(import[\s\S]*?)```/.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? []
  const empty = await installProject(null)
  onTestFinished(empty.remove)
  await writeFile(join(empty.folder, 'first.mts'), program.replace('http://127.0.0.1:2283', world.url))
  const env = { ...process.env, KEY: world.apiKey, TAG: world.tagId }

  const typed = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--typeRoots',
    join(root, 'apps/conformance/node_modules/@types'),
    '--types',
    'node',
  ]
  await empty.run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...typed, 'first.mts'])
  const printed = await empty.run(process.execPath, ['--disable-warning=ExperimentalWarning', 'first.mts'], { env })

  process.stdout.write(`Installed in ${(empty.installedInMs / 1_000).toFixed(1)} s.\n`)
  expect(program.trim().split(/\n+/)).toHaveLength(10)
  expect(printed).toMatch(/^3 assets in [0-9a-f-]{36}\n$/)
})
