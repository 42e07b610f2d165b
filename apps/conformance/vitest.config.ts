import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Loading the judges for each file would take a third of the time.
    isolate: false,
    // A busy machine needs time for an installation; no test is about speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      // The results of other programs with the description, and with the page about it.
      project('test', {
        include: ['test/*.test.ts', 'test/clients/*.test.ts'],
        globalSetup: 'test/support/world.ts',
      }),
      // The packed packages, installed as their users do, on the oldest and the newest platforms.
      project('e2e', { globalSetup: 'test/packed/setup.ts' }),
      // The other platforms, the examples, and programs of others with the packed service.
      project('long', { globalSetup: 'test/packed/setup.ts' }),
    ],
  },
})

function project(name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return { extends: true, test: { name, include: [`test/${name}/*.test.ts`], ...test } }
}
