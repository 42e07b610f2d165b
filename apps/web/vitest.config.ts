import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'

// A busy machine takes its time; no test is about speed. No file keeps anything for the next one.
export default defineConfig({
  test: {
    maxWorkers: 2,
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 100_000 } },
    projects: [
      // The page in memory, in front of the fake service of the client.
      project('test', {
        include: ['test/**/*.test.{ts,tsx}'],
        exclude: ['test/{e2e,long,pictures}/**'],
        environment: 'happy-dom',
        environmentOptions: { happyDOM: { url: 'http://media-library.test/' } },
      }),
      // A journey for each view, in a real browser with the real service, in one way: mouse, fingers or keyboard.
      project('e2e', { globalSetup: 'test/support/service.ts', provide: { everyWay: false } }),
      // What takes long, or seldom breaks, and the journeys in every way.
      project('long', {
        include: ['test/long/*.test.ts', 'test/e2e/{living,people,search}.test.ts'],
        globalSetup: 'test/support/service.ts',
        provide: { everyWay: true },
      }),
      // Draws the pictures of the documentation.
      project('pictures', { globalSetup: 'test/support/service.ts' }),
    ],
  },
})

function project(name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return { extends: true, test: { name, include: [`test/${name}/*.test.ts`], ...test } }
}
