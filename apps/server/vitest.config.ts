import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: 'test/support/load-queue.ts',
    globalSetup: 'test/support/template-database.ts',
    maxWorkers: 2,
    // Loading the server anew for each file would take a fifth of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
