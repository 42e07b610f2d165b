import type { Edit } from './scratch.ts'

/** The options of `pnpm new-operation`. */
export const command = [
  ...['countTags', 'GET', '/tag/count', '--permission', 'tag.read'],
  ...['--answers', 'TagCount', '--client'],
]

/** The edits by hand that follow, in the order of CONTRIBUTING.md. */
export const operation = {
  schema: {
    path: 'packages/contract/src/schemas/tag-count.ts',
    from: 'z.strictObject({})',
    to: `z
  .object({ count: z.int().describe('The number of tags.') })
  .describe('How many tags the caller has.')
  .register(examples, { example: { count: 3 } })`,
  },
  schemaImport: {
    path: 'packages/contract/src/schemas/tag-count.ts',
    from: "import * as z from 'zod'\n",
    to: "import * as z from 'zod'\nimport { examples } from './example.js'\n",
  },
  words: {
    path: 'packages/contract/src/library/tags.ts',
    from: "summary: '',\n      description: '',",
    to: "summary: 'Count the tags of the caller',\n      description: 'How many tags the caller has.',",
  },
  repository: {
    path: 'apps/server/src/repositories/tag/tag.ts',
    from: '/** Finds a tag of a user by its name, or null. */',
    to: `/** How many tags a user has. */
export async function countTags(database: Queryable, userId: string): Promise<number> {
  const { count } = await askOne<{ count: number }>(
    database,
    Prisma.sql\`SELECT count(*)::int AS count FROM tag WHERE user_id = \${userId}::uuid\`,
  )
  return count
}

/** Finds a tag of a user by its name, or null. */`,
  },
  handler: {
    path: 'apps/server/src/routes/library/count-tags.ts',
    from: "    return 'countTags answers nothing yet: ask a policy, read or write by a repository, and return a status and a body' as const satisfies never as never\n",
    to: '    return { status: 200, body: { count: await count(database, user.id) } }\n',
  },
  handlerImport: {
    path: 'apps/server/src/routes/library/count-tags.ts',
    from: 'import type { Handler }',
    to: "import { countTags as count } from '../../repositories/tag/tag.js'\nimport type { Handler }",
  },
  test: {
    path: 'apps/server/test/routes/library/count-tags.test.ts',
    from: "'countTags: write here what it answers to whom'",
    to: '{ count: 0 }',
  },
  fake: {
    path: 'packages/client/src/testing/look-ups.ts',
    from: "countTags: () => 'countTags: write its rules over the library of the fake service' as const satisfies never as never",
    to: `countTags: ({ library, caller }) => {
    const own = [...library.tags.values()].filter(({ userId }) => userId === caller.id)
    return { status: 200, body: { count: own.length } }
  }`,
  },
} satisfies Record<string, Edit>
