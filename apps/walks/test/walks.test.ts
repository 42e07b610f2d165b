import { afterAll, expect, test } from 'vitest'
import { field, writtenForField } from './support/field.ts'
import { job } from './support/job.ts'
import { type Check, leftOut } from './support/left-out.ts'
import { command, operation } from './support/operation.ts'
import { copyRepository, type Edit } from './support/scratch.ts'

const scratch = copyRepository()
afterAll(() => scratch.remove())

/** The number of files that a walk changes by hand. */
function countEdits(walk: Record<string, Edit>) {
  return new Set(Object.values(walk).map(({ path }) => path)).size
}

test.each([
  { name: 'an operation', walk: operation, promised: 8 },
  { name: 'a field of Asset', walk: field, promised: 6 },
  { name: 'a job', walk: job, promised: 7 },
])('$name takes at most $promised edits', ({ walk, promised }) => {
  expect(countEdits(walk)).toBeLessThanOrEqual(promised)
})

test.each([
  { name: 'a name', args: ['updateTag', 'PATCH', '/tag/:id/name'], words: 'There is an operation updateTag already' },
  { name: 'a path', args: ['renameTag', 'PATCH', '/tag/:id'], words: 'PATCH /tag/:id is taken by updateTag' },
])('$name that another operation has is refused', async ({ args, words }) => {
  const { ok, output } = await scratch.run('.', 'node', 'apps/walks/scripts/new-operation/main.ts', ...args)

  expect(ok).toBe(false)
  expect(output).toContain(words)
})

/** Skips the checks of libraries, which do not change here. */
function compile(folder: string, ...args: string[]) {
  return scratch.run(folder, 'tsc', '--skipLibCheck', ...args)
}
function testIn(folder: string, ...files: string[]) {
  return scratch.run(folder, 'vitest', 'run', '--reporter=default', ...files)
}

function run(check: Check) {
  return 'compile' in check
    ? compile(check.compile, '--noEmit', '-p', check.compile === 'apps/web' ? 'tsconfig.json' : 'tsconfig.build.json')
    : testIn(check.test, ...check.files)
}

/** The tests that need a database. */
const ofDatabase = ['test/migrations/asset-answer.test.ts', 'test/database/job-names.test.ts']

test('each edit that is left out is named, first in the contract, then in its users', async () => {
  const written = await scratch.run('.', 'node', 'apps/walks/scripts/new-operation/main.ts', ...command)
  expect(written.output).toContain('countTags has a skeleton')
  scratch.edit([field.contract, job.contract])
  const counts = await compile('packages/contract', '--noEmit', '-p', 'tsconfig.build.json')
  expect(counts.output).toMatch(/schemas\/job\.ts.*'"check-file"' is missing/)
  scratch.edit([job.counts, job.countsExample])
  expect(await compile('packages/contract', '-p', 'tsconfig.build.json')).toEqual({ ok: true, output: '' })

  const contract = await testIn('packages/contract', 'test/openapi', 'test/contract.test.ts')
  expect(contract.output).toContain('countTags has no summary')
  expect(contract.output).toContain('countTags has no example of its answer 200: add one to TagCount')
  expect(contract.output).toContain('countTags has no words for its answer 200')
  expect(contract.output).toMatch(/FAIL .*ExifInfo has its fields/)
  expect(contract.output).toMatch(/FAIL .*RunAssetJobs has its fields/)
  expect(contract.output).toContain('run `pnpm openapi` to write it again')

  const users = await Promise.all([
    compile('packages/plain-asset', '--noEmit', '-p', 'tsconfig.build.json'),
    compile('packages/client', '--noEmit', '-p', 'tsconfig.build.json'),
  ])
  expect(users[0]?.output).toContain("Property 'rating' is missing")
  expect(users[1]?.output).toContain('countTags: write its rules over the library of the fake service')

  scratch.edit([field.schema])
  await scratch.run('apps/server', 'prisma', 'generate', '--config', '../../prisma.config.ts')
  const server = await compile('apps/server', '--noEmit', '-p', 'tsconfig.build.json')
  expect(server.output).toContain('countTags answers nothing yet')
  expect(server.output).toMatch(/refresh-metadata\.ts.*\n(.*\n)*?.*'rating' is missing/)
  expect(server.output).toMatch(/jobs\/index\.ts.*'"check-file"' is missing/)
  expect(server.output.match(/jobs\/index\.ts.*'"check-file"' is missing/g)).toHaveLength(2)

  const database = await testIn('apps/server', ...ofDatabase)
  expect(database.output).toContain('prisma/asset.sql must answer each field of ExifInfo')
  expect(database.output).toContain('A new job name needs a migration that replaces asset_job_name_check.')

  scratch.edit([field.answer])
  const column = await testIn('apps/server', 'test/database/job-names.test.ts')
  expect(column.output).toContain('column exif.rating does not exist')
})

test('all edits together compile and pass', async () => {
  const { contract: _field, schema: _schema, answer: _answer, ...fieldLeft } = field
  const { contract: _job, counts: _counts, countsExample: _example, ...jobLeft } = job
  const edits: Edit[] = [...Object.values(operation), ...Object.values(fieldLeft), ...Object.values(jobLeft)]
  scratch.edit([...edits, ...writtenForField])
  expect(await compile('packages/contract', '-p', 'tsconfig.build.json')).toEqual({ ok: true, output: '' })
  await scratch.run('packages/contract', 'node', 'scripts/write-openapi.mjs')
  expect(await scratch.run('packages/client', 'node', 'scripts/write-types.ts')).toMatchObject({ ok: true })

  const contract = await testIn('packages/contract', 'test/openapi', 'test/contract.test.ts')
  const [plain, client] = await Promise.all([
    compile('packages/plain-asset', '-p', 'tsconfig.build.json'),
    compile('packages/client', '-p', 'tsconfig.build.json'),
  ])
  const server = await compile('apps/server', '--noEmit', '-p', 'tsconfig.build.json')
  const web = await compile('apps/web', '--noEmit', '-p', 'tsconfig.json')
  const tests = await testIn(
    'apps/server',
    ...ofDatabase,
    'test/routes/library/count-tags.test.ts',
    'test/jobs/check-file.test.ts',
  )

  for (const step of [contract, plain, client, server, web, tests]) expect(step.ok, step?.output).toBe(true)
})

test.each(leftOut)('$name, left out alone, is named', async ({ edits, check, words }) => {
  scratch.undo(edits)
  const { ok, output } = await run(check).finally(() => scratch.edit(edits))

  expect(ok).toBe(false)
  expect(output).toMatch(words)
})
