import { defineConfig } from 'vitest/config'

// A busy machine takes its time; no test is about speed.
export default defineConfig({ test: { testTimeout: 300_000, hookTimeout: 300_000 } })
