import { defineConfig } from 'vitest/config'

// A busy machine takes its time; no test is about speed.
export default defineConfig({ test: { testTimeout: 600_000, hookTimeout: 600_000 } })
