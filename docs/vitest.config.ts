import { defineConfig } from 'vitest/config'

export default defineConfig({
  // A busy machine takes its time over the commands of a page.
  test: { include: ['test/**/*.test.ts'], maxWorkers: 2, testTimeout: 600_000, hookTimeout: 600_000 },
})
