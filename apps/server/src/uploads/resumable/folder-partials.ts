import {
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { toStorageProblem } from '../upload-room.js'
import { appendPart } from '../write-part.js'
import {
  KEPT_MS,
  type PartialUpload,
  type PartialUploads,
  RESUMABLE,
  type Told,
  type UploadName,
} from './partial-uploads.js'

const TOLD = '.json'
/** What is being written. Nothing reads it. */
const UNFINISHED = '.json.new'

/** Uploads in a folder. */
export interface FolderPartials extends PartialUploads {
  pathOf(name: UploadName): string
  list(): Promise<UploadName[]>
}

/** The bytes of each upload lie in a file, in the folder of its owner, and what is known of it beside them. */
export function openFolderPartials(uploadFolder: string): FolderPartials {
  const folder = join(uploadFolder, RESUMABLE)
  const pathOf = ({ ownerId, uploadId }: UploadName) => join(folder, ownerId, uploadId)
  const toldPathOf = (name: UploadName) => pathOf(name) + TOLD

  const write = async (name: UploadName, { size, metadata, stored }: Told) => {
    const unfinished = pathOf(name) + UNFINISHED
    await writeFile(unfinished, JSON.stringify({ size, metadata, stored }), { flush: true })
    await rename(unfinished, toldPathOf(name))
  }
  const find = async (name: UploadName): Promise<PartialUpload | null> => {
    const path = toldPathOf(name)
    const found = await unlessGone(Promise.all([readFile(path, 'utf8'), stat(path)]))
    if (found === null) return null
    const [text, { mtime: touchedAt }] = found
    const told = JSON.parse(text) as Told
    const bytes = told.stored ? null : await unlessGone(stat(pathOf(name)))
    if (!told.stored && !bytes) return null
    return { ...told, arrived: bytes?.size ?? told.size, touchedAt }
  }
  const remove = async (name: UploadName) => {
    for (const ending of [TOLD, UNFINISHED, '']) await rm(pathOf(name) + ending, { force: true })
  }

  const list = async () => {
    const found: UploadName[] = []
    for (const ownerId of await namesIn(folder)) {
      const names = await namesIn(join(folder, ownerId))
      const ids = new Set(names.map((name) => name.split('.', 1)[0] as string))
      for (const uploadId of ids) found.push({ ownerId, uploadId })
    }
    return found
  }
  const isStale = async (name: UploadName) => {
    const path = pathOf(name)
    // The bytes get the time of the photo before they are in the library.
    const found =
      (await unlessGone(stat(path + TOLD))) ??
      (await unlessGone(stat(path + UNFINISHED))) ??
      (await unlessGone(stat(path)))
    return found !== null && Date.now() - found.mtimeMs > KEPT_MS
  }

  return {
    pathOf,
    find,
    remove,
    list,
    isStale,
    append: (name, body, { onStart, ...appending }) => {
      const path = pathOf(name)
      return appendPart(body, path, { ...appending, onStart: () => onStart({ folder: uploadFolder, path }) })
    },
    bring: (name, path) => linkOrCopy(pathOf(name), path),
    create: async (name, told) => {
      await mkdir(join(folder, name.ownerId), { recursive: true })
      try {
        if (!told.stored) await writeFile(pathOf(name), '', { flag: 'wx' })
        await write(name, told)
      } catch (error) {
        throw toStorageProblem(error)
      }
    },
    touch: async (name) => {
      await unlessGone(utimes(toldPathOf(name), new Date(), new Date()))
    },
    finish: async (name, told) => {
      await write(name, told)
      await rm(pathOf(name), { force: true })
    },
    listOpen: async (ownerId) => {
      const names = await namesIn(join(folder, ownerId))
      // The bytes of one that is in the library are gone.
      const uploadIds = names.filter((name) => !name.includes('.'))
      const found = await Promise.all(
        uploadIds.map(async (uploadId) => {
          const upload = await find({ ownerId, uploadId })
          return upload && !upload.stored ? [{ ...upload, uploadId }] : []
        }),
      )
      return found.flat()
    },
    listStale: async () => {
      const names = await list()
      const stale = await Promise.all(names.map(async (name) => ((await isStale(name)) ? name : [])))
      return stale.flat()
    },
  }
}

/** Some file systems have no links. */
async function linkOrCopy(from: string, to: string) {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOSPC', 'EDQUOT'].includes(error.code ?? '')) throw error
    return copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  })
}

function namesIn(folder: string): Promise<string[]> {
  return unlessGone(readdir(folder)).then((names) => names ?? [])
}

async function unlessGone<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
