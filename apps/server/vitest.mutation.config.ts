import { defineConfig } from 'vitest/config'
import config from './vitest.config.js'

/** The tests of a group of scripts/mutation.mjs, which may be in another package. */
export default defineConfig({
  test: { ...config.test, include: process.env['MUTATION_TESTS']?.split(' ') ?? [] },
})
