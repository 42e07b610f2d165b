import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * Keeps the temporary files of a run in memory until this process exits, if there is enough space; call it before workers are started.
 * Creating and dropping hundreds of databases, or installing packages, is mostly work for a file system, and one in memory is the fastest.
 */
export function keepFilesInMemory(): void {
  if (!hasRoom()) return
  const folder = mkdtempSync(join(SHARED_MEMORY, 'media-library-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    const [, options] = / \/dev\/shm tmpfs (\S+)/.exec(readFileSync('/proc/mounts', 'utf8')) ?? []
    // Some tests start programs that they write.
    return options !== undefined && !options.includes('noexec') && bavail * bsize >= ENOUGH_BYTES
  } catch {
    // The system is not Linux.
    return false
  }
}
