import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/platforms/**'],
    globalSetup: 'test/support/service.ts',
    maxWorkers: 2,
    // Loading the judges anew for each file would take a third of the time.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
