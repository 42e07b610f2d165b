import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startVitest } from 'vitest/node'
import { isEquivalent, listStale } from './equivalent.js'
import type { Outcome } from './runner.js'

/** What became of the mutants of the SQL. */
export interface SqlMutation {
  noticed: Outcome[]
  missed: Outcome[]
  /** Mutants that PostgreSQL does not understand, which count for nothing. */
  invalid: Outcome[]
  /** Reasons of `equivalent.ts` that explain no missed mutant. */
  stale: string[]
}

/**
 * Removes each condition of each statement that the tests run, one at a time, and finds out which removals no test notices. A
 * test that passes only once, because it leaves something behind, meets each mutant that is left in a run of its own.
 */
export async function mutateSql(tests: string[]): Promise<SqlMutation> {
  const results = await mkdtemp(join(tmpdir(), 'sql-mutation-'))
  process.env['SQL_MUTATION_RESULTS'] = results
  try {
    await run(tests)
    for (const [mutant, files] of listOpen(await readOutcomes(results))) {
      process.env['SQL_MUTATION_ONLY'] = mutant
      await run(files)
    }
    return toResult(await readOutcomes(results))
  } finally {
    await rm(results, { recursive: true })
    // Tests have failed, as they should.
    process.exitCode = 0
  }
}

async function run(tests: string[]): Promise<void> {
  process.env['MUTATION_TESTS'] = tests.join(' ')
  const vitest = await startVitest('test', [], {
    config: fileURLToPath(new URL('../../vitest.mutation.config.ts', import.meta.url)),
    runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
    watch: false,
    bail: process.env['SQL_MUTATION_ONLY'] === undefined ? 0 : 1,
    reporters: [],
    maxWorkers: 2,
    testTimeout: 30_000,
  })
  await vitest.close()
}

async function readOutcomes(folder: string): Promise<Outcome[]> {
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Outcome))
}

/** The mutants that nobody has noticed yet, with the files of the tests that pass only once, or are not sure. */
function listOpen(outcomes: Outcome[]): Map<string, string[]> {
  const settled = new Set(outcomes.filter(isSettled).map(({ mutant }) => mutant))
  const open = new Map<string, string[]>()
  for (const { mutant, file, result } of outcomes) {
    if (settled.has(mutant) || isEquivalent(mutant) || !['once', 'unsure'].includes(result)) continue
    open.set(mutant, [...new Set([...(open.get(mutant) ?? []), file])])
  }
  return open
}

function isSettled({ result }: Outcome) {
  return result === 'noticed' || result === 'invalid'
}

function toResult(outcomes: Outcome[]): SqlMutation {
  const byMutant = (chosen: Outcome[]) => [...new Map(chosen.map((one) => [one.mutant, one])).values()]
  const of = (result: Outcome['result']) => byMutant(outcomes.filter((one) => one.result === result))
  const settled = new Set(outcomes.filter(isSettled).map(({ mutant }) => mutant))
  const missed = byMutant(outcomes.filter(({ mutant }) => !settled.has(mutant)))
  return {
    noticed: of('noticed'),
    invalid: of('invalid'),
    missed: missed.filter(({ mutant }) => !isEquivalent(mutant)),
    stale: listStale(missed.map(({ mutant }) => mutant)),
  }
}
