import { defineConfig } from 'vitest/config'

/** Installs the packed server as a person does, which takes a minute or more. */
export default defineConfig({
  test: { include: ['test/packed/packed.test.ts'], testTimeout: 120_000, hookTimeout: 600_000 },
})
