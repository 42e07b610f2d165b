import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { createProcessFolder, listAbandoned } from './process-folder.js'

/** The bytes of all copies together. A larger file is copied when there is no other copy. */
const MOST_BYTES = 2 * 1024 ** 3

/** The milliseconds for which an unused copy is kept, because the jobs of an asset follow each other. */
const KEPT_MS = 30_000

/** A file of which a copy is wanted. */
interface Wanted {
  /** The version, which is the same for the same content. */
  key: string
  name: string
  size: number
  /** Writes the content to a path. */
  write(path: string): Promise<void>
  signal?: AbortSignal | undefined
}

/** A copy with its state. */
interface Copy {
  folder: string
  size: number
  users: number
  /** The path of the copy, once it is complete. */
  whole: Promise<string>
  /** The timer that ends the copy when nobody has used it for a while. */
  idle?: NodeJS.Timeout
}

/** Temporary copies of files that are not on this machine, for tools that need a path. */
export interface Copies {
  /** Lends a copy for as long as it is used. Those who want the same content share it. Waits until there is space for it. */
  lend<T>(wanted: Wanted, use: (path: string) => Promise<T>): Promise<T>
  /** Removes all copies. */
  close(): Promise<void>
}

/** Opens a folder for copies. Removes the copies of a killed process. */
export function openCopies(parent: string): Copies {
  const copies = new Map<string, Copy>()
  const inOrder = pLimit(1)
  let own: ReturnType<typeof create> | null = null
  let held = 0
  let noteSpace = () => {}

  const create = async () => {
    for (const left of await listAbandoned(parent)) await rm(left, { recursive: true, force: true })
    return createProcessFolder(parent)
  }
  const remove = async (key: string, copy: Copy) => {
    if (copies.get(key) === copy) copies.delete(key)
    clearTimeout(copy.idle)
    await rm(copy.folder, { recursive: true, force: true })
    held -= copy.size
    noteSpace()
  }
  const makeSpace = async (size: number, signal?: AbortSignal) => {
    for (const [key, copy] of copies) if (copy.users === 0 && held + size > MOST_BYTES) await remove(key, copy)
    while (held > 0 && held + size > MOST_BYTES) {
      signal?.throwIfAborted()
      await new Promise<void>((resolve) => {
        noteSpace = resolve
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
      for (const [key, copy] of copies) if (copy.users === 0) await remove(key, copy)
    }
  }
  const begin = async ({ key, name, size, write, signal }: Wanted): Promise<Copy> => {
    const known = copies.get(key)
    if (known) {
      clearTimeout(known.idle)
      known.users += 1
      return known
    }
    await makeSpace(size, signal)
    own ??= create().catch((error) => {
      own = null
      throw error
    })
    const folder = join((await own).path, randomUUID())
    await mkdir(folder)
    const path = join(folder, name)
    held += size
    const copy = { folder, size, users: 1, whole: write(path).then(() => path) }
    copy.whole.catch(() => {})
    copies.set(key, copy)
    return copy
  }
  const end = async (key: string, copy: Copy, isWhole: boolean) => {
    copy.users -= 1
    if (!isWhole && copies.get(key) === copy) copies.delete(key)
    if (copy.users > 0) return
    if (!isWhole) return remove(key, copy)
    copy.idle = setTimeout(() => void remove(key, copy).catch(() => {}), KEPT_MS).unref()
    noteSpace()
  }

  return {
    lend: async (wanted, use) => {
      const copy = await inOrder(() => begin(wanted))
      let isWhole = false
      try {
        const path = await copy.whole
        isWhole = true
        return await use(path)
      } finally {
        await end(wanted.key, copy, isWhole)
      }
    },
    close: async () => {
      for (const { idle } of copies.values()) clearTimeout(idle)
      await (await own?.catch(() => null))?.remove()
    },
  }
}
