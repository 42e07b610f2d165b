import { lstat } from 'node:fs/promises'
import { lock } from 'proper-lockfile'
import { EmbeddedPostgresError } from './errors.js'
import { type Opening, pause, unlimited } from './opening.js'

const STALE_MS = 5_000
const RETRY_MS = 40
const NOTICE_MS = 3_000
const LIMIT_MS = 180_000

/** Does the work while this process holds the lock `<path>`, in an existing `folder`. */
export async function withLock<Result>(
  folder: string,
  path: string,
  work: () => Promise<Result>,
  opening: Opening = unlimited,
): Promise<Result> {
  const release = await acquire(folder, path, opening)
  try {
    return await work()
  } finally {
    await release().catch(() => {})
  }
}

async function acquire(folder: string, path: string, opening: Opening): Promise<() => Promise<void>> {
  const startedAt = performance.now()
  let isNoticed = false
  for (;;) {
    await refuseFile(path)
    try {
      return await take(folder, path)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'ELOCKED') {
        throw new EmbeddedPostgresError('unwritable', `cannot write in ${folder}: ${message}.`)
      }
    }
    const waited = performance.now() - startedAt
    if (waited > LIMIT_MS) {
      throw new EmbeddedPostgresError(
        'busy',
        `another process has held ${path} for ${LIMIT_MS / 1_000} seconds. Find out what it is waiting for, or end it.`,
      )
    }
    if (waited > NOTICE_MS && !isNoticed) {
      isNoticed = true
      opening.notice(`Waiting for another process, which is opening or closing the database and holds ${path}.`)
    }
    await pause(RETRY_MS / 2 + (Math.random() * RETRY_MS) / 2, opening)
  }
}

/** Throws when the lock is a file, which belongs to another program: ours is a folder. */
async function refuseFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null || found.isDirectory()) return
  throw new EmbeddedPostgresError(
    'in-the-way',
    `${path} is in the way: it is a file, but the lock is a folder. Move it away.`,
  )
}

function take(folder: string, path: string) {
  return lock(folder, {
    lockfilePath: path,
    stale: STALE_MS,
    update: STALE_MS / 5,
    // A suspended process may lose the lock. PostgreSQL's own lock files still protect the data.
    onCompromised: () => {},
  })
}
