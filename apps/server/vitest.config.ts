import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // vitest.root.config.ts and vitest.packed.config.ts run these.
    exclude: ['test/root/**', 'test/packed/**'],
    globalSetup: path('test/support/database/template-database.ts'),
    // Much of what the tests do is waiting.
    maxWorkers: 3,
    // Loading the server anew for each file would take a fifth of the time.
    isolate: false,
    testTimeout: 400_000,
    hookTimeout: 400_000,
  },
})

/** Holds for tests of another package, too. */
function path(name: string) {
  return fileURLToPath(new URL(name, import.meta.url))
}
