import { fileURLToPath } from 'node:url'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { hasPooler } from './test/support/pooler/has-pooler.js'

/** What tests of the server need, wherever they are. */
export const settings = {
  globalSetup: fileURLToPath(new URL('test/support/database/template-database.ts', import.meta.url)),
  // Loading the server anew for each file would take a fifth of the time.
  isolate: false,
  testTimeout: 400_000,
  hookTimeout: 400_000,
}

/** The tests that also run behind a pooler. */
const behindPooler = ['test/{events,routes,uploads}/**/*.test.ts', 'test/torture/processes/crash.test.ts']

/** Each tier has a task of its own: `pnpm test` runs the suite and the root, CI runs them all. */
export default defineConfig({
  test: {
    // Much of what the tests do is waiting.
    maxWorkers: 3,
    projects: [
      tier('suite', {
        ...settings,
        include: ['test/**/*.test.ts'],
        exclude: ['test/{commands,packed,postgres,root,torture}/**'],
      }),
      // The built command line, and its embedded database, in processes of their own.
      tier('commands', { ...settings, include: ['test/{commands,postgres}/**/*.test.ts'] }),
      // What floods, starves and kills the service: the small versions of the rows of `pnpm torture`.
      tier('torture', settings),
      // What answers requests, behind a pooler of connections. Without one, a test that says so is all that runs.
      tier('pooler', {
        ...settings,
        globalSetup: [settings.globalSetup, fileURLToPath(new URL('test/support/pooler/pooled.ts', import.meta.url))],
        include: hasPooler ? behindPooler : ['test/http/pooler.test.ts'],
      }),
      // What stands at the root of the repository.
      tier('root', settings),
      // Installs the packed server as a person does, which takes a minute or more.
      tier('packed', { testTimeout: 120_000, hookTimeout: 600_000 }),
    ],
  },
})

function tier(name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return { test: { name, include: [`test/${name}/**/*.test.ts`], ...test } }
}
