import { createHash } from 'node:crypto'
import { UserError } from '../../errors.js'
import type { HistoryRow, Migration } from './migrations.js'

// Before 0.1.0 there were 31 migrations. `init` makes the tables that the last of them left.
const FIRST = '20261121054646_init'
const LAST = '20261127012314_open_uploads'
const COUNT = 31
/** The SHA-256 of their names and checksums. */
const DIGEST = '460ac8d14b1a45c025c08a2493d655801d2c5bd722e9dc25ce99134d7bfae637'
/** The commit that contains them all. */
export const FORMER_COMMIT = 'e921c05f'

export const INIT = '20261127030000_init'

/** Deletes them from the history, including those that failed. */
export const deleteFormer = `DELETE FROM _prisma_migrations WHERE migration_name COLLATE "C" BETWEEN '${FIRST}' AND '${LAST}'`

export function isFormer(name: string): boolean {
  return name >= FIRST && name <= LAST
}

/**
 * Replaces the names of all migrations from before 0.1.0 by `init`. When some of these are missing, the names stay as they are.
 */
export function toCurrentNames(names: string[]): string[] {
  const others = names.filter((name) => !isFormer(name))
  return names.length - others.length === COUNT ? [INIT, ...others] : names
}

/** Replaces all migrations from before 0.1.0 by `init`. Throws a UserError when the history lacks some of these. */
export function toCurrentHistory(history: HistoryRow[], migrations: Migration[]): HistoryRow[] {
  const former = history.filter((row) => isFormer(row.migration_name))
  if (former.length === 0) return history
  const rows = former.filter((row) => row.is_finished).map((row) => `${row.migration_name} ${row.checksum}`)
  if (createHash('sha256').update(rows.sort().join('\n')).digest('hex') !== DIGEST) {
    throw new UserError(
      'the database was last used by a version from before 0.1.0 that this version cannot upgrade. Nothing was changed. ' +
        `Start the commit ${FORMER_COMMIT} once (\`git checkout ${FORMER_COMMIT}\`), and then this version.`,
    )
  }
  const checksum = migrations.find(({ name }) => name === INIT)?.checksum ?? ''
  const init = { migration_name: INIT, checksum, is_finished: true }
  return [init, ...history.filter((row) => !former.includes(row))]
}
