import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import config from './vitest.config.js'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The tests of a group of scripts/mutation.mjs, which may be in another package. */
export default defineConfig({
  test: {
    ...config.test,
    include: process.env['MUTATION_TESTS']?.split(' ') ?? [],
    globalSetup: path('test/support/template-database.ts'),
    setupFiles: path('test/support/load-queue.ts'),
  },
})
