import { defineConfig } from 'vitest/config'

/** Installs a dozen platforms, and runs every operation of the client on each. */
export default defineConfig({
  test: {
    include: ['test/platforms/*.test.ts'],
    // One installation at a time.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
