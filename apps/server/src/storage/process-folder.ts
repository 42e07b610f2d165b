import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { hasEnded, readProcessMark } from '../process/process-mark.js'

const BEAT_MS = 60_000

/** The milliseconds without a sign after which a process on another machine has ended. */
const STALE_MS = 600_000

/** A folder for the files that only this process writes. */
export interface ProcessFolder {
  path: string
  /** Removes it with all its content. */
  remove(): Promise<void>
}

/** Creates a folder of this process beneath a parent, and marks it as used for as long as the process runs. */
export async function createProcessFolder(parent: string): Promise<ProcessFolder> {
  const path = join(parent, `${readProcessMark()}~${randomUUID().slice(0, 8)}`)
  await mkdir(path, { recursive: true })
  const show = () => timeAt(path).catch(() => utimes(path, new Date(), new Date()))
  const beat = setInterval(() => void show().catch(() => {}), BEAT_MS).unref()
  return {
    path,
    remove: async () => {
      clearInterval(beat)
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Lists the folders beneath a parent whose processes have ended. */
export async function listAbandoned(parent: string): Promise<string[]> {
  const paths = (await namesIn(parent)).map((mark) => ({ mark, path: join(parent, mark) }))
  if (paths.length === 0) return []
  const now = await timeAt(parent).catch(() => Date.now())
  const over = await Promise.all(paths.map(async (each) => ((await isOver(each, now)) ? each.path : [])))
  return over.flat()
}

/** Lists the entries of a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

async function isOver({ mark, path }: { mark: string; path: string }, now: number) {
  const known = hasEnded(mark)
  if (known !== null) return known
  const found = await stat(path).catch(() => null)
  return found !== null && now - found.mtimeMs > STALE_MS
}

/**
 * Returns the time of the disk of a folder, and sets that of the folder to it. The clocks of machines that share it may differ.
 */
async function timeAt(folder: string): Promise<number> {
  const probe = await mkdtemp(join(folder, '.time-'))
  try {
    return (await stat(probe)).mtimeMs
  } finally {
    await rmdir(probe)
  }
}
