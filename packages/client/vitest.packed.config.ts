import { defineConfig } from 'vitest/config'

/** Installs and type-checks a project of its own, which takes a minute or more. */
export default defineConfig({
  test: { include: ['test/packed/packed.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
})
