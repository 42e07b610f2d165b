import config from './vitest.config.js'

/** The tests of what stands at the root of the repository: a change there needs no other test of the server. */
export default { ...config, test: { ...config.test, include: ['test/root/**/*.test.ts'], exclude: [] } }
