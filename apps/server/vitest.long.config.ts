import { defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.js'

/** The tests that have a small version in the suite. */
const include = [
  'test/fuzz/*.test.ts',
  'test/http/{slow-clients,crash,soak,database-restart}.test.ts',
  'test/commands/stop.test.ts',
]

export default mergeConfig({ ...config, test: { ...config.test, include: [] } }, defineConfig({ test: { include } }))
