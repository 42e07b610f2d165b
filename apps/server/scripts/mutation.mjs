import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { Argument, Command } from 'commander'
import { openEmbedded } from '../src/database/embedded.ts'
import { groups } from './mutation-groups.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const vitestConfig = fileURLToPath(new URL('../vitest.mutation.config.ts', import.meta.url))

/** Returns the share of detected mutants among those that could be detected, in percent. */
function toScore(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const missed = count('Survived', 'NoCoverage')
  return { noticed, missed, score: (100 * noticed) / (noticed + missed) }
}

async function mutate({ folder, mutate, tests, ignore = [] }) {
  process.chdir(join(root, folder))
  process.env.MUTATION_TESTS = tests.join(' ')
  return new Stryker({
    mutate,
    mutator: { excludedMutations: ignore },
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    testRunner: 'vitest',
    vitest: { configFile: vitestConfig, related: false },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    // The folder is as deep as a package, so that all relative paths into the rest of the repository remain valid.
    tempDirName: join(root, '.stryker-tmp'),
    tsconfigFile: 'none',
    ignorePatterns: ['dist', 'data', '.turbo'],
  }).runMutationTest()
}

/** Does work while a PostgreSQL is running for its tests. */
async function withDatabase(work) {
  if (process.env.TEST_DATABASE_URL) return work()
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-mutation-'))
  const database = await openEmbedded(dataDir)
  process.env.TEST_DATABASE_URL = database.url
  try {
    await work()
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const program = new Command('mutation')
  .description('Changes the code in small ways, and counts the changes that no test notices.')
  .addArgument(new Argument('[group]', 'which code').choices([...new Set(groups.map(({ name }) => name))]))
  .action((only) =>
    withDatabase(async () => {
      const lines = []
      for (const group of groups.filter(({ name }) => only === undefined || name === only)) {
        const started = Date.now()
        const { noticed, missed, score } = toScore(await mutate(group))
        const counted = `${noticed} of ${noticed + missed}`
        const minutes = `in ${((Date.now() - started) / 60_000).toFixed(1)} min`
        lines.push(
          `${group.name} (${group.folder}): ${score.toFixed(1)} %, ${counted} ${minutes}; at least ${group.least} %`,
        )
        if (!(score >= group.least)) process.exitCode = 1
      }
      process.stdout.write(`${lines.join('\n')}\n`)
    }),
  )

await program.parseAsync()
