import { lstat, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type OpenFile, openBeneath } from '@media-library/media'
import { toReason, UserError } from '../../../errors.js'
import { DERIVED } from '../../../storage/derived-files.js'

/** A folder with copies of a library's files: of its DATA_DIR, of its UPLOAD_DIR, or of parts of them. */
export interface FileCopies {
  path: string
  /** Opens the first of these keys that exists, without following links below the folder; null when there is none. */
  open(...keys: string[]): Promise<OpenFile | null>
}

const UPLOADS = 'upload'
const USER = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Opens a folder. Throws a UserError when it contains no copies, or a link in place of their folder. */
export async function openCopies(folder: string): Promise<FileCopies> {
  const path = resolve(folder)
  const names = await readdir(path).catch((error: Error) => {
    throw new UserError(
      `cannot read ${path}: ${toReason(error)}. Name a copy of the former DATA_DIR or UPLOAD_DIR. Nothing was changed.`,
    )
  })
  const folders = names.filter((name) => name === UPLOADS || DERIVED.some((each) => each === name) || USER.test(name))
  if (folders.length === 0) {
    throw new UserError(
      `there are no copies in ${path}: it has none of the folders ${[...DERIVED, UPLOADS].join(', ')}. ` +
        'Name a copy of the former DATA_DIR or UPLOAD_DIR. Nothing was changed.',
    )
  }
  for (const name of folders) {
    if ((await lstat(join(path, name))).isSymbolicLink()) {
      throw new UserError(
        `${join(path, name)} is a symbolic link, and links are not followed. Name a folder with the files themselves. ` +
          'Nothing was changed.',
      )
    }
  }
  const open = async (...keys: string[]) => {
    for (const key of keys) {
      const place = { folder: path, path: join(path, key) }
      // Opening a file costs ten times as much.
      const found = await lstat(place.path).catch(nullIfMissing)
      const file = found && (await openBeneath(place).catch(nullIfMissing))
      if (file) return file
    }
    return null
  }
  return { path, open }
}

/** Returns the keys under which a copy of an upload may be: in a copy of DATA_DIR, and in one of UPLOAD_DIR. */
export function keysOfUpload(key: string): string[] {
  return [`${UPLOADS}/${key}`, key]
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
