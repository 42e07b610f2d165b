import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { hasEnded, markOfProcess } from '../process/process-mark.js'

const BEAT_MS = 60_000

/** A process on another machine that has not shown itself for this long has ended. */
const STALE_MS = 600_000

/** A folder for what this process alone writes. */
export interface ProcessFolder {
  path: string
  /** Removes it with all that is in it. */
  remove(): Promise<void>
}

/** Creates a folder of this process beneath a parent, and shows for as long as the process runs that it is in use. */
export async function createProcessFolder(parent: string): Promise<ProcessFolder> {
  const path = join(parent, `${markOfProcess()}~${randomUUID().slice(0, 8)}`)
  await mkdir(path, { recursive: true })
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), BEAT_MS).unref()
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
  const over = await Promise.all(paths.map(async (each) => ((await isOver(each)) ? each.path : [])))
  return over.flat()
}

/** Lists what is in a folder; nothing when there is none. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

async function isOver({ mark, path }: { mark: string; path: string }) {
  const known = hasEnded(mark)
  if (known !== null) return known
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > STALE_MS
}
