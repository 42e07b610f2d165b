import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileStore } from './file-store.js'

const SUFFIX = '.partial'

/** Stages the files of one attempt to replace the files under the keys. */
export function stageFiles(place: FileStore, keys: readonly string[]) {
  const attempt = randomUUID()
  const staged = keys.map((key) => `${key}.${attempt}${SUFFIX}`)
  const paths = staged.map(place.stage)
  const scratch = place.stage(`${keys[0]}.${attempt}.scratch${SUFFIX}`)
  const targets = keys.map(place.stage)
  return {
    paths,
    scratch,
    prepare: async () => {
      await Promise.all(targets.map((target) => mkdir(dirname(target), { recursive: true })))
      await Promise.all(targets.map(removePartials))
    },
    publish: async (signal?: AbortSignal) => {
      await Promise.all(paths.map(requireWritten))
      for (const [index, key] of keys.entries()) await place.publish(staged[index] as string, key, signal)
    },
    remove: () => Promise.all([...paths, scratch].map((path) => rm(path, { force: true }))),
  }
}

/** Removes the partial files of killed attempts. */
async function removePartials(path: string) {
  const folder = dirname(path)
  const names = await readdir(folder)
  const left = names.filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith(SUFFIX))
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

async function requireWritten(path: string) {
  const file = await open(path, 'r+')
  try {
    if ((await file.stat()).size === 0) throw new Error('the output is empty')
    await file.datasync()
  } finally {
    await file.close()
  }
}
