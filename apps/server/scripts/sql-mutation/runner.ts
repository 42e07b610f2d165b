import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest'
import { installMutation, mutation } from './driver.js'
import { isEquivalent } from './equivalent.js'

installMutation()

/** What became of a mutant in a test. */
export interface Outcome {
  mutant: string
  /** The file of the test, and its name. */
  file: string
  test: string
  /**
   * `unsure`: the test no longer passes without the mutant either. `once`: the test passes only once, so that it meets the
   * mutant in a run of its own. `invalid`: PostgreSQL does not understand the mutant.
   */
  result: 'noticed' | 'missed' | 'unsure' | 'once' | 'invalid'
  reason: string
}

const folder = process.env['SQL_MUTATION_RESULTS'] ?? '.'
/** The mutant of the whole run; none when each test meets those of its statements. */
const only = process.env['SQL_MUTATION_ONLY'] ?? null

/** Whether all workers know of an outcome. */
function has(result: Outcome['result'], mutant: string): boolean {
  return existsSync(pathOf(result, mutant))
}

function keep(outcome: Outcome) {
  const { result, mutant, file } = outcome
  writeFileSync(pathOf(result, mutant, result === 'missed' ? '' : file), JSON.stringify(outcome))
  if (result === 'noticed') writeFileSync(pathOf(result, mutant), JSON.stringify(outcome))
}

function pathOf(result: Outcome['result'], mutant: string, file = '') {
  return join(
    folder,
    `${result}-${createHash('sha1')
      .update(mutant + file)
      .digest('hex')}.json`,
  )
}

/** Runs each test without a mutant, and then again with each of the mutants of its statements that no test has noticed yet. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a runner by its default export.
export default class MutationRunner extends TestRunner {
  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(task)
    if (task.type === 'test' && only === null) task.repeats = MOST
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (only !== null) return meetAlone(test, only)
    const steps = stepsOf.get(test) ?? stepThrough(test)
    stepsOf.set(test, steps)
    const { done } = await steps.next()
    // Ends the repetitions; what counts is in the outcomes.
    if (done && test.result) Object.assign(test.result, { pending: true })
  }
}

/** More than a test has mutants. */
const MOST = 10_000

const stepsOf = new WeakMap<RunnerTestCase, AsyncGenerator<void>>()

/** Each step is one run of the test, with its hooks. */
async function* stepThrough(test: RunnerTestCase): AsyncGenerator<void> {
  mutation.seen.clear()
  if ((await run(test, null)) !== null) return
  const mutants = [...mutation.seen].filter((mutant) => !has('noticed', mutant))
  const about = { file: relative(process.cwd(), test.file.filepath), test: test.fullTestName }
  yield
  const again = await run(test, null)
  if (again !== null) {
    for (const mutant of mutants) keep({ mutant, ...about, result: 'once', reason: again })
    return
  }
  for (const mutant of mutants) {
    if (has('noticed', mutant) || (isEquivalent(mutant) && has('missed', mutant))) continue
    yield
    const reason = await run(test, mutant)
    const invalid = mutation.invalid.get(mutant)
    if (invalid !== undefined) keep({ mutant, ...about, result: 'invalid', reason: invalid })
    else if (reason === null) keep({ mutant, ...about, result: 'missed', reason: '' })
    else {
      yield
      const isSure = (await run(test, null)) === null
      keep({ mutant, ...about, result: isSure ? 'noticed' : 'unsure', reason })
      if (!isSure) return
    }
  }
}

/** Why a test fails with a mutant, or without one; null when it passes. */
async function run(test: RunnerTestCase, mutant: string | null): Promise<string | null> {
  mutation.active = mutant
  try {
    await TestRunner.getTestFn(test)()
    return null
  } catch (error) {
    return String((error as Error)?.message ?? error).split('\n', 1)[0] ?? ''
  } finally {
    mutation.active = null
  }
}

async function meetAlone(test: RunnerTestCase, mutant: string): Promise<void> {
  const reason = await run(test, mutant)
  if (reason === null) return
  const file = relative(process.cwd(), test.file.filepath)
  keep({ mutant, file, test: test.fullTestName, result: 'noticed', reason })
  throw new Error(reason)
}
