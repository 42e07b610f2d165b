import { type Database, isAnswering } from '../database/ask.js'
import { findMessage } from '../database/failure.js'
import { inTransaction } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { announceJobs } from '../jobs/queue/enqueue-jobs.js'
import { type AppliedExport, applyExport, type ExportRun, type TakenFile } from './apply-export.js'

/** A file whose facts cannot be applied, and the reason. */
export interface RefusedFile {
  file: TakenFile
  reason: string
}

/**
 * The number of people, tags and albums that a transaction of several files writes, which takes some of its thirty seconds on a slow
 * machine.
 */
const NAMES_AT_ONCE = 5_000

/**
 * Applies the facts of files, and announces the changes. Returns the files whose facts cannot be applied; they do not affect the
 * others. Throws when the database does not answer.
 */
export async function applyFiles(database: Database, run: ExportRun, files: TakenFile[]): Promise<RefusedFile[]> {
  const refused: RefusedFile[] = []
  for (const part of toParts(files)) refused.push(...(await applyPart(database, run, part)))
  if (files.length > 0) {
    void announceEvents(database)
    void announceJobs(database)
  }
  return refused
}

async function applyPart(database: Database, run: ExportRun, files: TakenFile[]): Promise<RefusedFile[]> {
  try {
    note(run, files, await inTransaction(database, (transaction) => applyExport(transaction, run, files)))
    return []
  } catch (error) {
    const [first, ...others] = files
    if (!first || !(await isAnswering(database))) throw error
    if (others.length === 0) {
      const reason = findMessage(error) ?? (error as Error).message
      return [{ file: first, reason: `what the export says of it cannot be stored: ${reason}` }]
    }
    const refused: RefusedFile[] = []
    for (const file of files) refused.push(...(await applyPart(database, run, [file])))
    return refused
  }
}

/** Adds the changes of a committed transaction to its run. */
function note(run: ExportRun, files: TakenFile[], { waiting, applied }: AppliedExport) {
  for (const { path } of files) run.waiting.delete(path)
  for (const [path, taken] of waiting) run.waiting.set(path, [...(run.waiting.get(path) ?? []), ...taken])
  for (const name of Object.keys(applied) as (keyof typeof applied)[]) run.applied[name] += applied[name]
}

function* toParts(files: TakenFile[]): Generator<TakenFile[]> {
  let part: TakenFile[] = []
  let names = 0
  for (const file of files) {
    const { facts, albums } = file.exported
    const own = (facts?.people.length ?? 0) + (facts?.tags.length ?? 0) + albums.length
    if (part.length > 0 && names + own > NAMES_AT_ONCE) {
      yield part
      part = []
      names = 0
    }
    part.push(file)
    names += own
  }
  if (part.length > 0) yield part
}
