import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GeneratedLibrary, generateLibrary } from './generated-library.js'

/** The generated library of a run, which the first call of `open` creates. */
export interface GeneratedOnce {
  open(): Promise<GeneratedLibrary>
  /** Removes the library, if it was created. */
  close(): Promise<void>
}

/** Creates one library of that many assets for all callers. */
export const generateOnce = (assetCount: number): GeneratedOnce => {
  let folder: string | undefined
  let library: Promise<GeneratedLibrary> | undefined
  const make = async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-library-bench-'))
    return generateLibrary(join(folder, 'library'), assetCount)
  }
  return {
    open: () => {
      library ??= make()
      return library
    },
    close: async () => {
      await library?.then(({ close }) => close()).catch(() => {})
      if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
