import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../errors.js'
import type { PhotoFolders } from './make-photos.js'
import type { PhotoProgress } from './photo-process.js'

interface DrawOptions {
  onPhoto(done: number, total: number): void
  signal?: AbortSignal | undefined
}

/**
 * Makes the photos in a process of its own, which takes the memory along that drawing needs. Throws when one cannot be
 * made; when aborted, the signal's reason. The process ends with this one, and so does it when this one is killed.
 */
export const drawPhotos = async (folders: PhotoFolders, { onPhoto, signal }: DrawOptions): Promise<void> => {
  signal?.throwIfAborted()
  // Run from its sources, this file ends in .ts, and so do those that the process loads.
  const extension = extname(import.meta.url)
  const child = fork(fileURLToPath(new URL(`./photo-process${extension}`, import.meta.url)), {
    // A group of its own: of Ctrl-C it hears from here, where it means more than the end of a child.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
  })
  const abort = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', abort)
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (progress: PhotoProgress) => {
        if ('finished' in progress) resolve()
        else if ('fault' in progress) reject(new UserError(`the demo photos cannot be drawn: ${progress.fault}`))
        else onPhoto(progress.done, progress.total)
      })
      child.on('error', reject).on('exit', (code, killedBy) => {
        reject(
          new UserError(
            `the demo photos cannot be drawn: the process that draws them ended with ${killedBy ?? code}. Start again.`,
          ),
        )
      })
      child.send(folders, (error) => error && reject(error))
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  }
}
