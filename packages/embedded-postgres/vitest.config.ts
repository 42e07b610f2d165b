import { defineConfig } from 'vitest/config'

// A busy machine takes its time; no test is about speed.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/used-data-dir.ts',
    isolate: false,
    testTimeout: 400_000,
    hookTimeout: 400_000,
    maxWorkers: 3,
  },
})
