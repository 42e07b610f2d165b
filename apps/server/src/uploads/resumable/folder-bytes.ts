import { constants, copyFile, link, mkdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toStorageProblem } from '../incoming/free-space.js'
import { appendPart } from '../write-part.js'
import type { UploadName } from './partial-row.js'
import { type PartialBytes, RESUMABLE } from './partial-uploads.js'

/** Opens a store that keeps the bytes of each upload in a file, in the folder of its owner. */
export function openFolderBytes(uploadFolder: string): PartialBytes {
  const toPath = ({ ownerId, uploadId }: UploadName) => join(uploadFolder, RESUMABLE, ownerId, uploadId)

  return {
    count: async (name) => {
      const found = await stat(toPath(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return found?.size ?? 0
    },
    append: async (name, body, { onStart, ...appending }) => {
      const path = toPath(name)
      await mkdir(dirname(path), { recursive: true }).catch((error) => {
        throw toStorageProblem(error)
      })
      return appendPart(body, path, { ...appending, onStart: () => onStart({ folder: uploadFolder, path }) })
    },
    bring: (name, path) => linkOrCopy(toPath(name), path),
    remove: async (name, row) => {
      await rm(toPath(name), { force: true })
      // Its owner may be gone, too.
      if (row === null) await rmdir(dirname(toPath(name))).catch(() => {})
    },
  }
}

/** Links a file, or copies it where the file system has no links. */
async function linkOrCopy(from: string, to: string) {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOSPC', 'EDQUOT'].includes(error.code ?? '')) throw error
    return copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  })
}
