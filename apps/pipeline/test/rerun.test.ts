import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { difference, given, plan, reading } from './support/plan.js'
import { copyTree } from './support/scratch.js'

const tree = await copyTree()
afterAll(() => tree.remove())
const before = plan(tree.folder)

function testsIn(tasks: string[]) {
  return tasks.filter((task) => /#test(:|$)/.test(task))
}
function buildsIn(tasks: string[]) {
  return tasks.filter((task) => task.endsWith('#build'))
}
function lintIn(tasks: string[]) {
  return tasks.flatMap((task) => task.split('//#lint:')[1] ?? [])
}

/** What looks at every file. */
const everyFile = ['secrets', 'style', 'tree']
const code = ['imports', 'secrets', 'style', 'tree', 'unused']

const ofServer = ['bench#build', 'server#build']
const needServer = [
  'bench#test',
  'conformance#test',
  'conformance#test:platforms',
  'docs#test',
  'server#test',
  'server#test:commands',
  'server#test:packed',
  'server#test:pooler',
  'server#test:root',
  'server#test:torture',
  'walks#test:walks',
  'web#test:journeys',
]

test.each([
  {
    path: 'README.md',
    builds: [],
    tests: ['client#test:packed', 'conformance#test:platforms', 'docs#test'],
    lint: everyFile,
  },
  {
    path: 'packages/client/examples/script/share-tag.js',
    builds: [],
    tests: ['conformance#test:platforms'],
    lint: code,
  },
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
    tests: [
      'server#test',
      'server#test:commands',
      'server#test:packed',
      'server#test:pooler',
      'server#test:root',
      'server#test:torture',
    ],
    lint: code,
  },
  {
    path: 'apps/server/test/routes/create-album.test.ts',
    builds: [],
    tests: ['docs#test', 'server#test', 'server#test:pooler', 'server#test:root', 'walks#test:walks'],
    lint: code,
  },
  {
    path: 'apps/server/test/torture/requests/races.test.ts',
    builds: [],
    tests: ['docs#test', 'server#test:pooler', 'server#test:root', 'server#test:torture'],
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
    tests: ['client#test', 'client#test:packed', 'web#test', ...needServer].sort(),
    lint: code,
  },
  {
    path: 'apps/web/src/main.tsx',
    builds: ['bench#build', 'server#build', 'web#build'],
    tests: ['web#test', ...needServer].sort(),
    lint: code,
  },
  { path: 'packages/client/test/platforms.test.ts', builds: [], tests: ['client#test', 'docs#test'], lint: code },
  { path: '.github/workflows/ci.yml', builds: [], tests: ['pipeline#test'], lint: [...code, 'workflows'] },
  { path: 'biome.json', builds: [], tests: [], lint: code },
])('a change of $path reruns the tasks that read it, and no others', ({ path, builds, tests, lint }) => {
  const rerun = reading(before, path)

  expect(buildsIn(rerun)).toEqual(builds)
  expect(testsIn(rerun)).toEqual(tests)
  expect(lintIn(rerun)).toEqual([...lint].sort())
})

/** The variables that reach tests, and the tests that read each. */
const variables = {
  TEST_DATABASE_URL: [
    'server#test',
    'server#test:commands',
    'server#test:pooler',
    'server#test:root',
    'server#test:torture',
  ],
  TORTURE_SEED: ['server#test', 'server#test:pooler', 'server#test:torture'],
  FUZZ_REQUESTS: ['server#test'],
  CHROMIUM: ['conformance#test', 'conformance#test:platforms', 'server#test:commands', 'web#test:journeys'],
  PHONE_FILES: ['server#test:commands'],
  SCREENSHOTS: ['conformance#test', 'web#test:journeys'],
}

describe('with variables', () => {
  const one = plan(tree.folder, allAre('one'))
  const other = plan(tree.folder, allAre('other'))

  function allAre(value: string) {
    return Object.fromEntries(Object.keys(variables).map((name) => [name, value]))
  }

  test.each(Object.entries(variables))('%s reaches the tests that read it, and no others', (name, tests) => {
    expect(given(one, name)).toEqual(tests)
  })

  test('a result is not replayed for another value', () => {
    const tests = [...new Set(Object.values(variables).flat())].sort()

    expect(difference(one, before)).toEqual(tests)
    expect(difference(other, one)).toEqual(tests)
  })
})

// The tests above read the plan. This one changes files, and so shows that the plan says what happens.
test('nothing else reruns after changes than what the plan names, and nothing without a change', () => {
  const paths = ['README.md', 'apps/server/src/main.ts', 'apps/server/exiftool.config', 'SECURITY.md']
  const unchanged = plan(tree.folder)
  for (const path of paths) appendFileSync(join(tree.folder, path), '\n')
  const changed = plan(tree.folder)

  expect(difference(unchanged, before)).toEqual([])
  expect(difference(changed, before)).toEqual(reading(before, ...paths))
})
