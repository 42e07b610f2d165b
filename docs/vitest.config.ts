import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A busy machine needs time for the commands of a page.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      // The pages are compared with the sources.
      project('test', { include: ['test/*.test.ts'] }),
      // The commands and programs of the pages are run as a reader would.
      project('e2e', { globalSetup: 'test/e2e/service.ts' }),
    ],
  },
})

function project(name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return { extends: true, test: { name, include: [`test/${name}/*.test.ts`], ...test } }
}
