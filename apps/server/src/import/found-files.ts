import { hash, randomBytes } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import type { Found } from '@media-library/media'

/** The files that a walk has found so far. */
export interface FoundFiles {
  paths: PathSet
  /** False once a folder could not be read, because it may contain more files. */
  areAll: boolean
}

/** Adds a result of the walk. A link stands for the file that it points to. */
export function addFound(files: FoundFiles, found: Found[]): void {
  for (const { kind, path } of found) {
    if (kind === 'unreadable') files.areAll = false
    else files.paths.add(path)
  }
}

/** Returns whether a file was not found, and is not there now: it may have come behind the walk. A link on its way does not count. */
export async function isGone(files: FoundFiles, path: string): Promise<boolean> {
  if (files.paths.has(path)) return false
  const found = await realpath(path).catch(() => null)
  return found !== path || !(await stat(path).catch(() => null))?.isFile()
}

/** The paths of many files, in about 16 bytes each. */
export interface PathSet {
  readonly size: number
  add(path: string): void
  /** True for every path that was added. For another one it is true by chance, once in 10^13 in a set of a million. */
  has(path: string): boolean
}

/** The share of the table that may be full; at that share, its size doubles. */
const MOST_FULL = 0.6

/**
 * Keeps 64 bits of the SHA-1 of each path and a salt, in a table with open addressing. The salt differs from set to set, so that two
 * paths that collide in one do not in the next.
 */
export function createPathSet(): PathSet {
  const salt = randomBytes(16).toString('hex')
  let size = 0
  // Two numbers for each slot, which are both 0 in an empty one.
  let slots = new Uint32Array(2 * 1_024)

  const find = (table: Uint32Array, [low, high]: [number, number]) => {
    const mask = table.length / 2 - 1
    let slot = low & mask
    while (!isFree(table, slot) && !(table[2 * slot] === low && table[2 * slot + 1] === high)) slot = (slot + 1) & mask
    return slot
  }
  const put = (table: Uint32Array, key: [number, number]) => {
    const slot = find(table, key)
    if (!isFree(table, slot)) return false
    table.set(key, 2 * slot)
    return true
  }
  const grow = () => {
    const larger = new Uint32Array(2 * slots.length)
    for (let at = 0; at < slots.length; at += 2) {
      if (!isFree(slots, at / 2)) put(larger, [slots[at] as number, slots[at + 1] as number])
    }
    slots = larger
  }

  return {
    get size() {
      return size
    },
    add: (path) => {
      if (put(slots, toKey(salt + path))) size += 1
      if (size > (MOST_FULL * slots.length) / 2) grow()
    },
    has: (path) => !isFree(slots, find(slots, toKey(salt + path))),
  }
}

function isFree(table: Uint32Array, slot: number) {
  return table[2 * slot] === 0 && table[2 * slot + 1] === 0
}

function toKey(text: string): [number, number] {
  const digest = hash('sha1', text, 'binary')
  return [numberAt(digest, 0), numberAt(digest, 4) || 1]
}

function numberAt(digest: string, at: number) {
  const [first, second] = [digest.charCodeAt(at), digest.charCodeAt(at + 1)]
  return ((first << 24) | (second << 16) | (digest.charCodeAt(at + 2) << 8) | digest.charCodeAt(at + 3)) >>> 0
}
