import { defineConfig } from 'vitest/config'

// A busy machine takes its time; no test is about speed.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], isolate: false, testTimeout: 60_000 } })
