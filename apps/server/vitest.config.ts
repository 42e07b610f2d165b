import { fileURLToPath } from 'node:url'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasPooler } from './test/support/pooler/has-pooler.js'
import { measureSlowness } from './test/support/yardstick.js'

const slowness = measureSlowness()
const { LEVEL: level = 'long' } = process.env

/** What tests of the server need, wherever they are. */
export const settings = {
  globalSetup: fileURLToPath(new URL('test/support/database/template-database.ts', import.meta.url)),
  // Loading the server anew for each file would take a fifth of the time.
  isolate: false,
  testTimeout: 400_000 * slowness,
  hookTimeout: 400_000 * slowness,
  expect: { poll: { timeout: 100_000 * slowness } },
  env: { LEVEL: 'short', SERVER_FROM: 'src', SLOWNESS: String(slowness) },
}

/** With the built server: it starts sooner than its sources, and is what people run. */
const built = { ...settings, env: { ...settings.env, SERVER_FROM: 'dist' } }

/** The promises of which the smallest amount is tried each time. */
const e2eTorture = [
  'attackers/hostile-bodies',
  'database/silent-database',
  'processes/crash',
  'processes/resumable-kill',
  'processes/upload-kill',
  'processes/worker-crash',
].map((name) => `test/torture/${name}.test.ts`)

/** Other tests that do more, or measure more exactly, on a machine of their own. */
const deeper = [
  'cli/commands/immich-cli',
  'cli/commands/start-faults',
  'takeouts/google-photos',
  'takeouts/icloud-photos',
  'fuzz/fuzz',
  'http/watch/probes',
  'import/motion-photos',
  'jobs/links',
  'jobs/transcode-video',
  'assets/files/sending',
  'albums/album-assets',
  'tags/tag-changes',
].map((name) => `test/${name}.test.ts`)

/** The tests that need more than the sources of the server, or more time. */
const notEachTime = ['test/{cli/commands,torture}/**', '**/*.long.test.ts']

/** The tests that also run behind a pooler. */
const behindPooler = [
  'test/{albums,answers,assets,events,server-info,tags,uploads}/**/*.test.ts',
  'test/torture/processes/crash.test.ts',
]

/** The files that take longest. They start first, so that none of them runs alone at the end. */
const longest = [
  'takeouts/archives',
  'fuzz/fuzz',
  'http/access/access',
  'http/watch/probes',
  'events/stream',
  'import/motion-photos',
  'tags/sidecars/sidecars',
  'cli/commands/serve',
  'cli/commands/import',
  'torture/processes/worker-crash',
  'cli/commands/start-faults',
  'cli/commands/main',
  'cli/commands/immich-cli',
  'torture/processes/soak',
].map((name) => `/test/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isNamed = (name: string) => (file: TestSpecification) => file.moduleId.endsWith(name)
    const first = longest.flatMap((name) => files.filter(isNamed(name)))
    const others = files.filter((file) => !first.includes(file))
    return [...first, ...(await super.sort(others))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // What a change is likely to break, and every promise once. It needs no build of the server.
      tier('test', {
        ...settings,
        exclude: [...notEachTime, 'test/root/**'],
        // Much of what the tests do is waiting.
        maxWorkers: 3,
      }),
      // What pages, manifests and the image promise. They change more often than the server does.
      tier('root', { ...settings, include: ['test/root/*.test.ts'], maxWorkers: 3 }),
      // The built command line, its embedded database and its crashes, in processes of their own. They wait even more.
      tier('e2e', {
        ...built,
        include: ['test/cli/commands/**/*.test.ts', ...e2eTorture],
        exclude: ['**/*.long.test.ts'],
        maxWorkers: 4,
      }),
      // What floods, starves and kills the service, one after the other, with the machine for itself: LEVEL=full takes hours.
      tier('long', {
        ...built,
        include: ['test/torture/**/*.test.ts', 'test/**/*.long.test.ts', ...deeper],
        maxWorkers: 1,
        testTimeout: 10_800_000,
        env: { ...built.env, LEVEL: level },
        sequence: { groupOrder: 1 },
      }),
      // What answers requests, behind a pooler of connections. Without one, a test that says so is all that runs.
      tier('pooler', {
        ...built,
        globalSetup: [settings.globalSetup, fileURLToPath(new URL('test/support/pooler/pooled.ts', import.meta.url))],
        include: hasPooler ? behindPooler : ['test/http/pooler.test.ts'],
        maxWorkers: 3,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})

function tier(name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return { test: { name, include: ['test/**/*.test.ts'], ...test } }
}
