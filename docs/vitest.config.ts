import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A busy machine takes its time over the commands of a page.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      // What the pages say, held against the sources.
      project('test', { include: ['test/*.test.ts'] }),
      // The commands and programs of the pages, run as a reader does.
      project('e2e', { globalSetup: 'test/e2e/service.ts' }),
    ],
  },
})

function project(name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return { extends: true, test: { name, include: [`test/${name}/*.test.ts`], ...test } }
}
