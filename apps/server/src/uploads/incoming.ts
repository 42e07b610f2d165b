import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, open, realpath, rename, rm, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

const BEAT_MS = 60_000

/** The files of one upload, before they are in the library. */
export interface Staging {
  /** The folder of the user's uploads. */
  userFolder: string
  /** Where the files are written. */
  files: string
  /** Where they will lie. */
  target: string
  /** Moves all files to the target, durably. */
  publish(): Promise<void>
  /** Removes the files from the target again. */
  withdraw(): Promise<void>
  /** Ends the upload, and removes what was not published. */
  end(): Promise<void>
  /** Ends the upload, and leaves its mark, so that the next start finds out what became of it. */
  leave(): void
}

/** The uploads that this process receives. */
export interface Incoming {
  begin(ownerId: string): Promise<Staging>
  close(): Promise<void>
}

/** Opens the part of the upload folder in which this process receives files. It is created with the first one. */
export function openIncoming(folder: string): Incoming {
  const mark = `${markOfProcess()}~${randomUUID().slice(0, 8)}`
  let own: Promise<{ root: string; own: string }> | null = null
  let beat: NodeJS.Timeout | undefined

  const create = async () => {
    await mkdir(folder, { recursive: true })
    const root = await realpath(folder)
    const path = join(root, INCOMING, mark)
    await mkdir(path, { recursive: true })
    beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), BEAT_MS).unref()
    return { root, own: path }
  }

  return {
    begin: async (ownerId) => {
      own ??= create().catch((error) => {
        own = null
        throw error
      })
      const opened = await own
      return stage({ ...opened, ownerId, uploadId: randomUUID() })
    },
    close: async () => {
      clearInterval(beat)
      const opened = await own?.catch(() => null)
      // What a client is still sending is removed by its own end.
      if (opened) await rm(opened.own, { recursive: true, force: true })
    },
  }
}

async function stage({
  root,
  own,
  ownerId,
  uploadId,
}: {
  root: string
  own: string
  ownerId: string
  uploadId: string
}): Promise<Staging> {
  const entry = join(own, `${ownerId}.${uploadId}`)
  const files = join(entry, 'files')
  const target = targetOf(root, { ownerId, uploadId })
  await mkdir(files, { recursive: true })
  let isLeft = false
  return {
    userFolder: join(root, ownerId),
    files,
    target,
    publish: async () => {
      const parent = dirname(target)
      const created = await mkdir(parent, { recursive: true })
      await sync(files)
      await rename(files, target)
      for (let path = parent; ; path = dirname(path)) {
        await sync(path)
        if (created === undefined || path === dirname(created) || path === root) break
      }
    },
    withdraw: () => rm(target, { recursive: true, force: true }),
    end: async () => {
      if (!isLeft) await rm(entry, { recursive: true, force: true })
    },
    leave: () => {
      isLeft = true
    },
  }
}

/** Makes the names in a folder durable. */
async function sync(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } catch (error) {
    // Some systems cannot sync a folder.
    if (!['EISDIR', 'EINVAL', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/** The folder of files that are not in the library yet. A walk leaves it out, because it is hidden. */
export const INCOMING = '.incoming'

/**
 * Where the files of an upload lie: a folder of their own in that of their owner, so that each keeps its name. The two folders
 * between them are the last digits of the id.
 */
export function targetOf(root: string, { ownerId, uploadId }: { ownerId: string; uploadId: string }): string {
  return join(root, ownerId, uploadId.slice(-4, -2), uploadId.slice(-2), uploadId)
}

const PARTS = 4

/**
 * Names this process such that another process of the same machine can tell whether it still runs: the machine with its boot and
 * its space of process ids, the id, and when it started.
 */
export function markOfProcess(): string {
  return [
    placeOfProcesses(),
    process.pid,
    startOf(process.pid) ?? 'unknown',
    hostname().replaceAll(/[^\w.-]/g, '-'),
  ].join('~')
}

/** Whether the process of a mark has ended; null when only its machine knows. */
export function hasEnded(mark: string): boolean | null {
  const [place, pid, start] = mark.split('~')
  if (mark.split('~').length < PARTS || place !== placeOfProcesses() || place.startsWith('unknown')) return null
  return startOf(Number(pid)) !== start
}

/** Where process ids mean the same processes. Containers have spaces of their own. */
function placeOfProcesses(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}.${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    return `unknown.${process.platform}`
  }
}

/** When a process started, in ticks since the boot; null when there is none. */
function startOf(pid: number): string | null {
  try {
    // The name of the program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19] ?? null
  } catch {
    return null
  }
}
