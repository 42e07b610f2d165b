/** The number of names that are kept: a browser stores some MB for a service. */
const MOST = 10_000

/** A file that was not in the library when the page was closed. */
export interface LeftFile {
  name: string
  size: number
  /** The album to which the file was to be added. */
  albumId?: string | undefined
}

/** Returns a key that identifies a file when it is chosen again. */
export function toKey({ name, size }: { name: string; size: number }): string {
  return `${size} ${name}`
}

/** Reads the files that an earlier page of this user did not send, by their keys. */
function readLeft(userId: string): Map<string, LeftFile> {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(toStorageKey(userId)) ?? '[]')
    if (!Array.isArray(left)) return new Map()
    return new Map(left.filter(isLeftFile).map((file) => [toKey(file), file]))
  } catch {
    return new Map()
  }
}

/** The unsent files of a user, which all tabs of the browser share. */
export interface LeftFiles {
  /** The files that this tab or an earlier page has not sent, by their keys. */
  files: ReadonlyMap<string, LeftFile>
  add(file: LeftFile): void
  remove(key: string): void
  clear(): void
  /** Stores what this tab has added and removed, and keeps what other tabs have stored. */
  keep(): void
}

export function openLeft(userId: string): LeftFiles {
  const files = readLeft(userId)
  const changed = new Set<string>()
  const note = (key: string) => void changed.add(key)
  return {
    files,
    add: (file) => {
      files.set(toKey(file), file)
      note(toKey(file))
    },
    remove: (key) => {
      files.delete(key)
      note(key)
    },
    clear: () => {
      for (const key of files.keys()) note(key)
      files.clear()
    },
    keep: () => {
      const stored = readLeft(userId)
      for (const key of changed) {
        const file = files.get(key)
        if (file) stored.set(key, file)
        else stored.delete(key)
      }
      changed.clear()
      writeLeft(userId, stored)
    },
  }
}

/** Stores the names of unsent files. If the browser stores nothing, a later page does not mention them. */
function writeLeft(userId: string, left: ReadonlyMap<string, LeftFile>): void {
  try {
    if (left.size === 0) localStorage.removeItem(toStorageKey(userId))
    else localStorage.setItem(toStorageKey(userId), JSON.stringify([...left.values()].slice(0, MOST)))
  } catch {
    // The storage is full or forbidden.
  }
}

/** Returns whether an earlier page of this user did not send files. */
export function hasLeft(userId: string): boolean {
  try {
    return localStorage.getItem(toStorageKey(userId)) !== null
  } catch {
    return false
  }
}

/** Removes the names of the unsent files of all users. */
export function forgetLeft(userId: string): void {
  writeLeft(userId, new Map())
}

function toStorageKey(userId: string) {
  return `media-library.unsent.${userId}`
}

function isLeftFile(file: Partial<LeftFile> | null): file is LeftFile {
  return typeof file?.name === 'string' && typeof file.size === 'number'
}
