import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { TIME_LIMIT_MS } from './until.js'

/** `quick` or `long` when `pnpm torture` runs the tests, which then have the machine for themselves, and a folder for what they say. */
const { TORTURE, TORTURE_FOLDER } = process.env

/** Whether the tests run at their full length, which takes long. */
export const isLong = TORTURE === 'long'

/** Whether the tests have the machine for themselves, so that times mean something. */
export const isAlone = TORTURE !== undefined

/** How much a test does: in the suite, at the quick look that `pnpm torture --quick` takes, and at full length. */
export function byTier<T>(suite: T, quick: T, long: T): T {
  return isLong ? long : isAlone ? quick : suite
}

/**
 * How long something may take. What is promised holds on a machine of its own; beside other tests, which may hold anything up,
 * it only has to end.
 */
export function limitOf(promisedMs: number): number {
  return isAlone ? promisedMs : TIME_LIMIT_MS
}

/** The environment of a service that no busy machine keeps from its database. Alone, the limits are those of every service. */
export const databaseWaits: Record<string, string> = isAlone
  ? {}
  : { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }

/** The limits of the pool through which a test itself reaches its database. */
export const testPool = { waitMs: 20_000 }

/** Says what was measured, where a person looks at it. */
export function report(name: string, figures: Record<string, number | string>): void {
  const shown = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`)
  process.stdout.write(`${name}: ${shown.join(', ')}\n`)
  keep('figures.jsonl', { name, figures })
}

/** Notes what a client was answered, for whoever has to find out what went wrong. */
export function noteAnswer(answer: Record<string, string | number | boolean | null | undefined>): void {
  keep('history.jsonl', { at: new Date().toISOString(), ...answer })
}

function keep(file: string, line: object) {
  if (TORTURE_FOLDER) appendFileSync(join(TORTURE_FOLDER, file), `${JSON.stringify(line)}\n`)
}
