import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Found } from '@media-library/media'
import { findFolder, type ImportOptions, importFolder, openRun } from '../import-folder.js'
import type { ImportSummary } from '../summary.js'
import { listMountPoints } from '../unmounted.js'
import { type ExportNotice, type FindExport, openExportNotice } from './export-notice.js'
import { createSettling, syncFolders } from './sync-folder.js'
import { chooseRest, isBare, openWatchedFolders, type WatchedFolders } from './watched-folders.js'

const RETRY_MS = 5_000

/** The intervals of a watch in milliseconds. */
export interface WatchPace {
  /** The interval of checks of the folders in which something changed. */
  lookMs: number
  /** The interval of checks whether the disk of the folder is mounted. */
  mountMs: number
  /** The time for which a file has to stay unchanged before it counts as complete. */
  settleMs: number
}

const usualPace: WatchPace = { lookMs: 200, mountMs: 2_000, settleMs: 1_500 }

export interface WatchFolderOptions extends Omit<ImportOptions, 'onProgress' | 'isCautious'> {
  /** Ends the watch. */
  signal: AbortSignal
  findExport?: FindExport
  /** Called with the results for the files after the first pass, and whenever something changed. */
  onSummary(summary: ImportSummary): void
  pace?: WatchPace
}

/**
 * Imports a folder, and whatever changes in it, within 5 s, until the signal aborts. The whole folder is read again every hour,
 * because a system under load may lose events; a network share, which tells nothing, all the time. While the disk of the folder
 * is not mounted, no file is marked as missing. Throws a UserError when the folder does not exist.
 */
export async function watchFolder(options: WatchFolderOptions): Promise<void> {
  const folder = await findFolder(options.folder)
  const chooseDelay = await chooseRest(folder)
  let failedBefore = 0
  let unmountedBefore: string[] = []
  const exportNotice = openExportNotice(options, folder)
  for (let isFirst = true; !options.signal.aborted; isFirst = false) {
    const watch = openWatch(options, folder, exportNotice)
    try {
      const startedAt = performance.now()
      const summary = await readAll(options, watch)
      await exportNotice.search()
      // A share is read every few seconds, and what cannot be read fails each time.
      const failed = summary.failed === failedBefore ? 0 : summary.failed
      if (isFirst || isNews({ ...summary, failed })) options.onSummary(summary)
      failedBefore = summary.failed
      const unmounted = summary.unmounted.filter((path) => !unmountedBefore.includes(path))
      for (const path of unmounted) {
        options.onNotice?.(
          `The disk of ${path} is not mounted. Until it is, none of its files counts as missing. If it is gone for good, import ${folder} without --watch.`,
        )
      }
      unmountedBefore = summary.unmounted
      await follow(options, watch, performance.now() + chooseDelay(performance.now() - startedAt))
    } catch (error) {
      if (isFirst) throw error
      await rest(options, `${folder} could not be read: ${(error as Error).message}`)
    } finally {
      watch.watched.close()
    }
  }
}

interface FolderWatch {
  folder: string
  pace: WatchPace
  watched: WatchedFolders
  settling: ReturnType<typeof createSettling>
  /** The folders to check, each with the time at which it is due. */
  due: Map<string, number>
  /** The subfolders in which a disk is mounted. */
  mountPoints: string[]
  exportNotice: ExportNotice
}

function openWatch(
  { onNotice, pace = usualPace }: WatchFolderOptions,
  folder: string,
  exportNotice: ExportNotice,
): FolderWatch {
  const due = new Map<string, number>()
  const watched = openWatchedFolders({
    onChange: (path) => due.set(path, Math.min(due.get(path) ?? Infinity, performance.now() + pace.lookMs)),
    onLimit: () =>
      onNotice?.(
        `${folder} has more subfolders than the system watches; changes in the others are found when the whole folder is read, every hour. Raise fs.inotify.max_user_watches.`,
      ),
  })
  return { folder, pace, watched, settling: createSettling(pace.settleMs), due, mountPoints: [], exportNotice }
}

/**
 * Reads the whole folder, except files that are still being written, which are due a little later. Changes do not wait until all is
 * read.
 */
async function readAll(options: WatchFolderOptions, watch: FolderWatch): Promise<ImportSummary> {
  const { folder, pace, watched, settling, due } = watch
  watch.mountPoints = await listMountPoints(folder)
  await watched.add(folder)
  const choose = async (batch: Found[]) => {
    const ready = listReady(watch)
    if (ready.length > 0 && !(await isBare(folder)) && (await watched.isSameDisk(folder)))
      await syncAll(options, watch, ready)
    const { whole, unfinished } = await settling.split(batch)
    for (const { path } of unfinished) due.set(dirname(path), performance.now() + pace.settleMs)
    return whole
  }
  return importFolder({ ...options, isCautious: true, choose })
}

/** Follows changes until the whole folder has to be read again: at that time, or when a disk was mounted in it. */
async function follow(options: WatchFolderOptions, watch: FolderWatch, endsAt: number): Promise<void> {
  const { signal } = options
  const { folder, pace, watched } = watch
  let isMounted = true
  let seenAt = performance.now()
  while (!signal.aborted && (performance.now() < endsAt || !isMounted)) {
    await sleep(pace.lookMs, undefined, { signal }).catch(() => {})
    const ready = listReady(watch)
    if (ready.length === 0 && performance.now() - seenAt < pace.mountMs) continue
    seenAt = performance.now()
    const [isSame, isAway] = [await watched.isSameDisk(folder), await isBare(folder)]
    if (!isAway && (!(isSame && isMounted) || (await isDiskAdded(watch)))) return
    if (isAway && isMounted) {
      options.onNotice?.(
        `${folder} is empty or gone. Until its files are back, none counts as missing: its disk may not be mounted.`,
      )
    }
    isMounted = !isAway
    if (isMounted && ready.length > 0 && !signal.aborted) await syncAll(options, watch, ready)
  }
}

/** Returns whether a disk was mounted in a subfolder since the last call. */
async function isDiskAdded(watch: FolderWatch): Promise<boolean> {
  const before = watch.mountPoints
  watch.mountPoints = await listMountPoints(watch.folder)
  return watch.mountPoints.some((path) => !before.includes(path))
}

/** Lists the folders that are due. */
function listReady({ due }: FolderWatch): string[] {
  const now = performance.now()
  return [...due].filter(([, at]) => at <= now).map(([path]) => path)
}

/** Brings the library up to date with changed folders, and retries those that fail. */
async function syncAll(options: WatchFolderOptions, watch: FolderWatch, ready: string[]): Promise<void> {
  const { folder, due } = watch
  for (const path of ready) due.delete(path)
  await sync(options, watch, ready).catch((error: Error) => {
    for (const path of ready) due.set(path, performance.now() + RETRY_MS)
    return rest(options, `changes in ${folder} could not be imported: ${error.message}`)
  })
}

async function sync(options: WatchFolderOptions, watch: FolderWatch, ready: string[]): Promise<void> {
  const { run, close } = await openRun({ ...options, isCautious: true }, watch.folder)
  try {
    const queue = [...ready]
    while (queue.length > 0 && !options.signal.aborted) {
      const { synced, added, unfinished } = await syncFolders(run, queue, watch)
      queue.push(...added)
      for (const path of synced) await watch.exportNotice.look(path)
      for (const path of unfinished) watch.due.set(path, performance.now() + watch.pace.settleMs)
    }
  } finally {
    await close()
  }
  if (isNews(run.summary)) options.onSummary(run.summary)
}

function isNews({ added, updated, moved, offline, failed }: ImportSummary) {
  return added + updated + moved + offline + failed > 0
}

async function rest({ onNotice, signal }: WatchFolderOptions, message: string) {
  onNotice?.(`${message} It is tried again.`)
  await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
}
