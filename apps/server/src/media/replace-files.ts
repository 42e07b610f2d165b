import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const suffix = '.partial'

/** Removes what an attempt that was killed left beside a file. */
const removePartials = async (target: string) => {
  const folder = dirname(target)
  const names = await readdir(folder)
  const left = names.filter((name) => name.startsWith(`${basename(target)}.`) && name.endsWith(suffix))
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

const requireWritten = async (path: string) => {
  const file = await open(path, 'r+')
  try {
    if ((await file.stat()).size === 0) throw new Error('the output is empty')
    await file.datasync()
  } finally {
    await file.close()
  }
}

/**
 * Lets `write` fill a new file for each target, and puts them in the targets' places when all are on the disk.
 * `scratch` is a path for a file that goes in the end. When it throws, the targets are as they were. Makes the folders.
 */
export const replaceFiles = async <const Targets extends readonly string[], T>(
  targets: Targets,
  write: (partials: { [Index in keyof Targets]: string }, scratch: string) => Promise<T>,
): Promise<T> => {
  const attempt = randomUUID()
  const partials = targets.map((target) => `${target}.${attempt}${suffix}`)
  const scratch = `${targets[0]}.${attempt}.scratch${suffix}`
  await Promise.all(targets.map((target) => mkdir(dirname(target), { recursive: true })))
  await Promise.all(targets.map(removePartials))
  try {
    const result = await write(partials as { [Index in keyof Targets]: string }, scratch)
    await Promise.all(partials.map(requireWritten))
    for (const [index, target] of targets.entries()) await rename(partials[index] as string, target)
    return result
  } finally {
    await Promise.all([...partials, scratch].map((path) => rm(path, { force: true })))
  }
}
