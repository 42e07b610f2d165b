import { defineConfig } from 'vitest/config'

// A busy machine needs more time.
export default defineConfig({ test: { include: ['vitest/*.test.js'], testTimeout: 100_000 } })
