/** So many names are kept: a browser keeps some MB for a service. */
const MOST = 10_000

/** A file that was not in the library when the page was left. */
export interface LeftFile {
  name: string
  size: number
  /** The album that it was to be added to. */
  albumId?: string | undefined
}

/** Tells a file from others, wherever it is chosen again. */
export function keyOf({ name, size }: { name: string; size: number }): string {
  return `${size} ${name}`
}

/** The files that an earlier page of this user left unsent, by their keys. */
function readLeft(userId: string): Map<string, LeftFile> {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(placeOf(userId)) ?? '[]')
    if (!Array.isArray(left)) return new Map()
    return new Map(left.filter(isLeftFile).map((file) => [keyOf(file), file]))
  } catch {
    return new Map()
  }
}

/** The unsent files of a user, which all tabs of the browser keep together. */
export interface LeftFiles {
  /** What this tab or an earlier page has not sent, by its key. */
  files: ReadonlyMap<string, LeftFile>
  add(file: LeftFile): void
  remove(key: string): void
  clear(): void
  /** Stores what this tab has added and removed, and leaves what other tabs have stored. */
  keep(): void
}

export function openLeft(userId: string): LeftFiles {
  const files = readLeft(userId)
  const changed = new Set<string>()
  const note = (key: string) => void changed.add(key)
  return {
    files,
    add: (file) => {
      files.set(keyOf(file), file)
      note(keyOf(file))
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

/** Keeps the names of what is not sent yet. Where the browser keeps nothing, a later page only does not mention them. */
function writeLeft(userId: string, left: ReadonlyMap<string, LeftFile>): void {
  try {
    if (left.size === 0) localStorage.removeItem(placeOf(userId))
    else localStorage.setItem(placeOf(userId), JSON.stringify([...left.values()].slice(0, MOST)))
  } catch {
    // A full or forbidden storage.
  }
}

/** Whether an earlier page of this user left files unsent. */
export function hasLeft(userId: string): boolean {
  try {
    return localStorage.getItem(placeOf(userId)) !== null
  } catch {
    return false
  }
}

/** Forgets what anybody left unsent. */
export function forgetLeft(userId: string): void {
  writeLeft(userId, new Map())
}

function placeOf(userId: string) {
  return `media-library.unsent.${userId}`
}

function isLeftFile(file: Partial<LeftFile> | null): file is LeftFile {
  return typeof file?.name === 'string' && typeof file.size === 'number'
}
