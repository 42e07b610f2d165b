import { realpath } from 'node:fs/promises'
import { type ExportFolder, type ExportTree, listFolders, toTree } from './export-files.js'
import { isOfGoogle, openGooglePhotos } from './google-photos.js'
import { isOfICloud, openICloudPhotos } from './icloud-photos.js'
import { isOfImmich, openImmich } from './immich.js'
import type { PhotoExport } from './photo-export.js'

const services: {
  isIn: (folder: ExportFolder) => Promise<boolean>
  open: (tree: ExportTree) => PhotoExport | Promise<PhotoExport>
}[] = [
  { isIn: isOfGoogle, open: openGooglePhotos },
  { isIn: isOfICloud, open: openICloudPhotos },
  { isIn: isOfImmich, open: openImmich },
]

/** Opens the export that is in a folder; null when it is a folder of plain photos. */
export async function recognizeFolder(folder: string): Promise<PhotoExport | null> {
  const root = await realpath(folder).catch(() => folder)
  return recognize(() => listFolders(root))
}

/** Opens the export of which these are the folders. They are listed twice, so that those of plain photos are never all held. */
export async function recognize(
  list: () => AsyncIterable<ExportFolder> | Iterable<ExportFolder>,
): Promise<PhotoExport | null> {
  for await (const folder of list()) {
    for (const { isIn, open } of services) if (await isIn(folder)) return open(await toTree(list()))
  }
  return null
}
