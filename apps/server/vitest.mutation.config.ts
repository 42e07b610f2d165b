import { defineConfig } from 'vitest/config'
import { settings } from './vitest.config.js'

/** The tests of a group of scripts/mutation.mjs, which may be in another package. */
export default defineConfig({
  test: { ...settings, maxWorkers: 3, include: process.env['MUTATION_TESTS']?.split(' ') ?? [] },
})
