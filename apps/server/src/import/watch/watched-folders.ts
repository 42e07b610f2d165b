import { type FSWatcher, watch } from 'node:fs'
import { opendir, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readFolder } from '@media-library/media'

/** The watched folders of a tree, about whose changes the system notifies this process. */
export interface WatchedFolders {
  /**
   * Watches a folder and its subfolders, unless they are watched. A new folder in the place of a watched one is watched anew. Resolves to
   * the paths of what is watched from now on.
   */
  add(folder: string): Promise<string[]>
  /** Stops watching a folder and its subfolders. */
  remove(folder: string): void
  /** Lists the watched subfolders of a folder. */
  listIn(folder: string): string[]
  /** Resolves to whether a watched folder is still on the same disk. */
  isSameDisk(folder: string): Promise<boolean>
  close(): void
}

interface WatchOptions {
  /** Called with the path of a folder in which something changed. */
  onChange(folder: string): void
  /** Called once when the system watches no more folders. */
  onLimit(): void
}

interface Watched {
  watcher: FSWatcher | null
  identity: string | null
  /** The paths of its watched subfolders: nothing goes through all folders, of which there may be a hundred thousand. */
  subfolders: Set<string>
}

/**
 * Watches each folder, and no file: Linux tells what happens in a folder, and a watcher of a folder takes some 3 kB. A library
 * of a million files has some thousands of folders.
 */
export function openWatchedFolders({ onChange, onLimit }: WatchOptions): WatchedFolders {
  const watched = new Map<string, Watched>()
  let isLimited = false

  const listen = (folder: string) => {
    try {
      return watch(folder, { persistent: false }, () => onChange(folder)).on('error', () => onChange(folder))
    } catch (error) {
      const isLimit = ['ENOSPC', 'EMFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (isLimit && !isLimited) onLimit()
      isLimited ||= isLimit
      return null
    }
  }

  const remove = (folder: string) => {
    const known = watched.get(folder)
    known?.watcher?.close()
    watched.delete(folder)
    watched.get(dirname(folder))?.subfolders.delete(folder)
    for (const path of known?.subfolders ?? []) remove(path)
  }

  const add = async (folder: string): Promise<string[]> => {
    const identity = await identify(folder)
    const known = watched.get(folder)
    if (known?.identity === identity) return []
    known?.watcher?.close()
    // It is watched before it is read, so that nothing is added between the two.
    watched.set(folder, { watcher: listen(folder), identity, subfolders: known?.subfolders ?? new Set() })
    watched.get(dirname(folder))?.subfolders.add(folder)
    const { folders } = await readFolder(folder)
    const added = [folder]
    for (const path of folders) added.push(...(await add(path)))
    return added
  }

  return {
    add,
    remove,
    listIn: (folder) => [...(watched.get(folder)?.subfolders ?? [])],
    isSameDisk: async (folder) => toDisk(await identify(folder)) === toDisk(watched.get(folder)?.identity),
    close: () => {
      for (const { watcher } of watched.values()) watcher?.close()
      watched.clear()
    },
  }
}

/** Returns the numbers of a folder and its disk: another folder in its place has others. Null for a missing folder. */
async function identify(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null)
  return found && `${found.dev} ${found.ino}`
}

function toDisk(identity: string | null | undefined) {
  return identity?.split(' ')[0] ?? ''
}

const HOUR_MS = 3_600_000
/** The shortest rest between two readings of a network share from end to end, which also take at most a tenth of the time. */
const SHARE_PASS_MS = 5_000
const SHARE_REST = 9

/**
 * The numbers of NFS, SMB (cifs, smb2), FUSE, 9p and AFS in `statfs`: these file systems do not report the changes of other machines.
 */
const shares = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x65735546, 0x01021997, 0x5346414f])

/** Returns the milliseconds to wait before a folder is read again, by the duration of the last reading. */
export async function chooseRest(folder: string): Promise<(tookMs: number) => number> {
  const { type } = await statfs(folder)
  return shares.has(type) ? (tookMs) => Math.max(SHARE_PASS_MS, SHARE_REST * tookMs) : () => HOUR_MS
}

/** Returns whether a folder is empty or gone, as when its disk is not mounted. Reads one of its entries, however many there are. */
export async function isBare(folder: string): Promise<boolean> {
  const entries = await opendir(folder).catch(() => null)
  if (!entries) return true
  try {
    return (await entries.read()) === null
  } finally {
    await entries.close()
  }
}
