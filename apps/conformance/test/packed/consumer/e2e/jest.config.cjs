module.exports = { testMatch: ['**/jest/*.test.{js,cjs}'], transform: {}, testEnvironment: 'node' }
