import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { difference, plan } from './support/plan.js'
import { copyTree } from './support/scratch.js'

const tree = await copyTree()
afterAll(() => tree.remove())
const before = plan(tree.folder)

/** What one line more at the end of a file reruns. */
function afterChanging(path: string): string[] {
  const file = join(tree.folder, path)
  const content = readFileSync(file)
  appendFileSync(file, '\n')
  try {
    return difference(plan(tree.folder), before)
  } finally {
    writeFileSync(file, content)
  }
}

function testsIn(tasks: string[]) {
  return tasks.filter((task) => /#test(:|$)/.test(task))
}
function buildsIn(tasks: string[]) {
  return tasks.filter((task) => task.endsWith('#build'))
}
function lintIn(tasks: string[]) {
  return tasks.flatMap((task) => task.split('//#lint:')[1] ?? [])
}

test('nothing reruns when nothing changed', () => {
  expect(difference(plan(tree.folder), before)).toEqual([])
})

/** What looks at every file. */
const everyFile = ['secrets', 'style', 'tree']
const code = ['imports', 'secrets', 'style', 'tree', 'unused']

const ofServer = ['bench#build', 'server#build']
const needServer = [
  'bench#test',
  'conformance#test',
  'docs#test',
  'server#test',
  'server#test:packed',
  'server#test:root',
  'walks#test:walks',
  'web#test',
]

test.each([
  { path: 'README.md', builds: [], tests: ['client#test:packed', 'docs#test'], lint: everyFile },
  { path: 'CONTRIBUTING.md', builds: [], tests: ['docs#test'], lint: everyFile },
  { path: 'SECURITY.md', builds: [], tests: ['docs#test', 'server#test:root'], lint: everyFile },
  { path: 'docs/sign-in.md', builds: [], tests: ['docs#test', 'server#test:root'], lint: everyFile },
  { path: 'docs/operating.md', builds: [], tests: ['docs#test', 'server#test:root'], lint: everyFile },
  { path: 'docs/reliability.md', builds: [], tests: ['docs#test', 'server#test:root'], lint: everyFile },
  { path: 'docs/scaling.md', builds: [], tests: ['docs#test'], lint: everyFile },
  { path: 'Dockerfile', builds: [], tests: ['server#test:root'], lint: code },
  { path: 'kubernetes/server.yaml', builds: [], tests: ['server#test:root'], lint: code },
  { path: 'apps/server/exiftool.config', builds: ofServer, tests: needServer, lint: code },
  { path: 'apps/server/src/main.ts', builds: ofServer, tests: needServer, lint: code },
  {
    path: 'apps/server/bin/media-library.mjs',
    builds: [],
    tests: ['server#test', 'server#test:packed', 'server#test:root'],
    lint: code,
  },
  {
    path: 'apps/server/test/routes/create-album.test.ts',
    builds: [],
    tests: ['docs#test', 'server#test', 'server#test:root', 'walks#test:walks'],
    lint: code,
  },
  {
    path: 'prisma/schema.prisma',
    builds: ofServer,
    tests: needServer,
    lint: code,
  },
  {
    path: 'packages/client/src/client.ts',
    builds: ['bench#build', 'client#build', 'server#build', 'web#build'],
    tests: ['bench#test', 'client#test', 'client#test:packed', ...needServer.slice(1)],
    lint: code,
  },
  {
    path: 'apps/web/src/main.tsx',
    builds: ['bench#build', 'server#build', 'web#build'],
    tests: needServer,
    lint: code,
  },
  { path: 'packages/client/test/platforms.test.ts', builds: [], tests: ['client#test', 'docs#test'], lint: code },
  { path: '.github/workflows/ci.yml', builds: [], tests: ['pipeline#test'], lint: [...code, 'workflows'] },
  { path: 'biome.json', builds: [], tests: [], lint: code },
])('a change of $path reruns the tasks that read it, and no others', ({ path, builds, tests, lint }) => {
  const rerun = afterChanging(path)

  expect(buildsIn(rerun)).toEqual(builds)
  expect(testsIn(rerun)).toEqual(tests)
  expect(lintIn(rerun)).toEqual([...lint].sort())
})

test.each([
  { name: 'TEST_DATABASE_URL', tests: ['server#test', 'server#test:root'] },
  { name: 'TORTURE_SEED', tests: ['server#test'] },
  { name: 'FUZZ_REQUESTS', tests: ['server#test'] },
  { name: 'CHROMIUM', tests: ['conformance#test', 'web#test'] },
  { name: 'SCREENSHOTS', tests: ['conformance#test', 'web#test'] },
])('$name reaches the tests that read it, and a result is not replayed for another value', ({ name, tests }) => {
  const one = plan(tree.folder, { [name]: 'one' })
  const other = plan(tree.folder, { [name]: 'other' })

  expect(difference(one, before)).toEqual(tests)
  expect(difference(other, one)).toEqual(tests)
})
