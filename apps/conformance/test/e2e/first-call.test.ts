import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { installProject, type Project } from '../packed/project.js'
import { root } from '../packed/run.js'

test('zero to the first typed call is one installation, and the ten lines of README', async () => {
  const { url, apiKey, tagId } = inject('world')
  const [, program = ''] = /```ts\n(import[\s\S]*?)```/.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? []
  const project = await installProject({ packed: ['client'] })
  onTestFinished(project.remove)
  await writeFile(join(project.folder, 'first.mts'), program.replace('http://127.0.0.1:2283', url))

  await checkTypes(project, 'first.mts')
  const printed = await project.run(process.execPath, ['--disable-warning=ExperimentalWarning', 'first.mts'], {
    env: { ...process.env, KEY: apiKey, TAG: tagId },
  })

  expect(program.trim().split(/\n+/)).toHaveLength(10)
  expect(printed).toMatch(/^3 assets in [0-9a-f-]{36}\n$/)
  // The types of the client are those of the contract, which are those of zod.
  expect(await listPackages(project)).toEqual(['@media-library/client', '@media-library/contract', 'zod'])
})

/** Checks a program with the TypeScript of this repository. */
function checkTypes({ run }: Project, file: string) {
  const nodeTypes = ['--typeRoots', join(root, 'apps/conformance/node_modules/@types'), '--types', 'node']
  const options = ['--noEmit', '--strict', '--module', 'nodenext', ...nodeTypes]
  return run(process.execPath, [join(root, 'packages/client/node_modules/typescript/bin/tsc'), ...options, file])
}

async function listPackages({ folder }: Project): Promise<string[]> {
  const names = await readdir(join(folder, 'node_modules'))
  const own = await readdir(join(folder, 'node_modules/@media-library'))
  const others = names.filter((name) => !name.startsWith('.') && name !== '@media-library')
  return [...own.map((name) => `@media-library/${name}`), ...others].sort()
}
