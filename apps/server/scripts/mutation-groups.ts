const server = 'apps/server'

/**
 * Code that is mutated together, the tests that must detect the mutants, and the smallest share of mutants, in percent, that they must
 * detect. Paths are relative to `folder`, which is relative to the repository. Changes of the kinds in `ignore` are not made.
 */
export const groups = [
  {
    name: 'access',
    least: 95,
    folder: server,
    mutate: [
      'src/albums/access.ts',
      'src/assets/access.ts',
      'src/sign-in/access.ts',
      'src/tags/access.ts',
      'src/answers/refusals.ts',
    ],
    tests: [
      'test/answers/access.test.ts',
      'test/answers/under-limit.test.ts',
      'test/albums/create-album.test.ts',
      'test/sign-in/access.test.ts',
      'test/sign-in/redirect-uri.test.ts',
    ],
  },
  {
    name: 'problems',
    least: 95,
    folder: server,
    mutate: ['src/http/problems/problem.ts'],
    tests: ['test/http/problems/problem-handler.test.ts', 'test/http/problems/declared-status.test.ts'],
  },
  {
    name: 'problems',
    least: 95,
    folder: server,
    mutate: ['src/database/failure.ts'],
    tests: ['test/database/find-failure.test.ts'],
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
    mutate: ['src/route/page.ts', 'src/route/query.ts'],
    // The strings are texts for people. The tests of openapi.json and of the client's types compare them, and take much
    // longer.
    ignore: ['StringLiteral'],
    tests: ['test/page.test.ts', 'test/query.test.ts'],
  },
  {
    name: 'mappers',
    least: 85,
    folder: server,
    mutate: ['src/albums/to-album.ts', 'src/events/to-event.ts', 'src/users/to-user.ts'],
    tests: ['test/albums/to-album.test.ts', 'test/events/to-event.test.ts', 'test/users/to-user.test.ts'],
  },
  {
    name: 'mappers',
    least: 85,
    folder: server,
    mutate: ['src/answers/sent-body.ts', 'src/answers/entity-tags.ts'],
    tests: ['test/answers/sent-body.test.ts', 'test/answers/entity-tags.test.ts'],
  },
]
