import { defineConfig } from 'vitest/config'

// A busy machine takes its time; no test is about speed.
export default defineConfig({ test: { isolate: false, testTimeout: 60_000, hookTimeout: 180_000 } })
