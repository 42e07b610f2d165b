import { defineConfig } from 'vitest/config'

// A busy machine takes its time; no test is about speed. No file keeps anything for the next one.
export default defineConfig({
  test: {
    maxWorkers: 2,
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/journeys/**'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://media-library.test/' } },
        },
      },
      {
        extends: true,
        test: { name: 'journeys', include: ['test/journeys/**/*.test.ts'], globalSetup: 'test/support/service.ts' },
      },
    ],
  },
})
