// A busy machine needs more time.
module.exports = {
  testMatch: ['**/jest/*.test.{js,cjs}'],
  transform: {},
  testEnvironment: 'node',
  testTimeout: 100_000,
}
