const server = 'apps/server'

/**
 * Code that is mutated together, the tests that must notice, and the least share of mutants, in percent, that they must. Paths are
 * relative to `folder`, which is relative to the repository.
 */
export const groups = [
  {
    name: 'access',
    least: 95,
    folder: server,
    mutate: ['src/**/access.ts', 'src/answers/refusals.ts'],
    tests: ['test/answers/access.test.ts', 'test/sign-in/{access,redirect-uri}.test.ts'],
  },
  {
    name: 'problems',
    least: 95,
    folder: server,
    mutate: ['src/http/problems/problem.ts', 'src/database/failure.ts'],
    tests: ['test/http/problems/{problem-handler,declared-status}.test.ts', 'test/database/failure-of.test.ts'],
  },
  {
    name: 'idempotency',
    least: 85,
    folder: server,
    mutate: ['src/answers/idempotently.ts'],
    tests: ['test/answers/idempotency-key.test.ts'],
  },
  {
    name: 'paging',
    least: 85,
    folder: server,
    mutate: ['src/answers/pages.ts'],
    tests: ['test/answers/pages.test.ts'],
  },
  {
    name: 'paging',
    least: 85,
    folder: 'packages/contract',
    mutate: ['src/schemas/page.ts'],
    tests: ['test/page.test.ts', 'test/openapi/openapi.test.ts'],
  },
  {
    name: 'mappers',
    least: 85,
    folder: server,
    mutate: ['src/*/to-*.ts', 'src/answers/{sent-body,entity-tags}.ts'],
    tests: [
      'test/*/to-*.test.ts',
      'test/answers/{sent-body,entity-tags}.test.ts',
      'test/tags/get-tag-assets-pages.test.ts',
    ],
  },
]
