import { TIME_LIMIT_MS } from './until.js'
import { SLOWNESS } from './yardstick.js'

/** How much the tests do: `short` in `test` and `test:e2e`, `long` in `test:long`, and `full` there when LEVEL=full is set. */
type Level = 'short' | 'long' | 'full'

const level = (process.env['LEVEL'] || 'short') as Level

/** Whether the tests have the machine for themselves, so that times mean something. */
export const isAlone = level !== 'short'

/** Returns how much a test does at the level of this run. */
export function byLevel<T>(short: T, long: T, full: T): T {
  return { short, long, full }[level]
}

/**
 * How long something may take. A promise holds on a machine of its own, be it slower than usual; beside other tests,
 * which may hold anything up, it only has to end.
 */
export function toBusyLimit(promisedMs: number): number {
  return isAlone ? promisedMs * SLOWNESS : TIME_LIMIT_MS
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
}
