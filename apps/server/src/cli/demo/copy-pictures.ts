import { copyFile, mkdir, rename, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folder, pictures } from '@media-library/demo'
import { exists } from './files.js'

/** Copies the missing pictures into a folder, each with its time of capture. Each file appears completely or not at all. */
export async function copyPictures(target: string, signal?: AbortSignal): Promise<void> {
  for (const { path, takenAt } of pictures) {
    signal?.throwIfAborted()
    await copyPicture(join(folder, path), join(target, path), new Date(takenAt))
  }
}

async function copyPicture(source: string, target: string, takenAt: Date): Promise<void> {
  if (await exists(target)) return
  await mkdir(dirname(target), { recursive: true })
  const unfinished = `${target}.unfinished`
  await copyFile(source, unfinished)
  await utimes(unfinished, takenAt, takenAt)
  await rename(unfinished, target)
}
