import { lstat } from 'node:fs/promises'
import type { Found } from '@media-library/media'

/** A file that changed longer ago than this is whole. */
const RECENT_MS = 10_000

interface Look {
  version: string
  /** When it was first seen like this, by the clock of the process: that of a network share may differ. */
  since: number
}

/**
 * Tells files that are still being written from whole ones, which have stayed as they are for so many milliseconds. It remembers
 * only the former.
 */
export function createSettling(settleMs: number): {
  split(found: Found[]): Promise<{ whole: Found[]; unfinished: Found[] }>
} {
  const looks = new Map<string, Look>()

  const isWhole = async (path: string) => {
    const file = await lstat(path).catch(() => null)
    if (!file || Math.abs(Date.now() - Math.max(file.mtimeMs, file.ctimeMs)) > RECENT_MS) {
      looks.delete(path)
      return true
    }
    const version = [file.size, file.mtimeMs, file.ctimeMs, file.ino].join(' ')
    const before = looks.get(path)
    if (before?.version !== version) looks.set(path, { version, since: performance.now() })
    else if (performance.now() - before.since >= settleMs) {
      looks.delete(path)
      return true
    }
    return false
  }

  return {
    split: async (found) => {
      const [whole, unfinished]: [Found[], Found[]] = [[], []]
      for (const entry of found) {
        const isFinished = entry.kind !== 'file' || (await isWhole(entry.path))
        ;(isFinished ? whole : unfinished).push(entry)
      }
      return { whole, unfinished }
    },
  }
}
