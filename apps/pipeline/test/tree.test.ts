import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { canUseGit, copyTree, git } from './support/scratch.js'

const run = promisify(execFile)

describe.skipIf(!canUseGit)('in a copy of the tree', async () => {
  const tree = await copyTree()
  afterAll(() => tree.remove())

  const add = async (path: string, content: string | Buffer) => {
    const file = join(tree.folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    return () => git(tree.folder, 'rm', '--quiet', '--force', '--ignore-unmatch', path)
  }

  /** What `pnpm lint:tree` says of the tree, or nothing. */
  const lint = () =>
    run(process.execPath, ['.ci/lint-tree.mjs'], { cwd: tree.folder }).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    )

  const readState = async () => (await run(join(tree.folder, '.ci/tree-state'), { cwd: tree.folder })).stdout

  test('the tree contains no generated files', async () => {
    expect(await lint()).toBe('')
  })

  test.each([
    { path: 'apps/bench/PG_VERSION', content: '18\n', fault: 'it belongs to a PostgreSQL cluster' },
    {
      path: 'notes.txt',
      content: 'x',
      fault: '"notes.txt" is not in the list of .ci/lint-tree.mjs of what stands at the top',
    },
    {
      path: 'scratch/notes.txt',
      content: 'x',
      fault: '"scratch" is not in the list of .ci/lint-tree.mjs of what stands at the top',
    },
    { path: 'docs/photo.jpeg', content: Buffer.from([255, 216, 255, 0]), fault: 'it is binary' },
    { path: 'docs/long.csv', content: 'a,b\n'.repeat(300_000), fault: 'it has 1200000 bytes, more than 1048576' },
    { path: 'apps/server/data/key', content: 'x', fault: '.gitignore names it, and yet it is in the tree' },
  ])('$path fails the lint: $fault', async ({ path, content, fault }) => {
    const remove = await add(path, content)
    git(tree.folder, 'add', '--force', path)
    const said = await lint()
    remove()

    expect(said).toBe(`The tree holds what nobody wrote:\n${path}: ${fault}\n`)
  })

  test('CI reports files that tests leave behind, ignored or not, except builds and reports', async () => {
    const before = await readState()
    await add('apps/bench/dist/main.js', '')
    await add('apps/bench/test-results.json', '{}')
    const asBefore = await readState()
    await add('apps/bench/data/PG_VERSION', '18\n')
    await add('apps/bench/left.txt', '')
    const after = await readState()

    expect(asBefore).toBe(before)
    const lines = after.split('\n').filter((line) => !before.includes(line))
    expect(lines).toEqual(['?? apps/bench/left.txt', '!! apps/bench/data/'])
  })
})
