import { realpath } from 'node:fs/promises'
import { type ExportFolder, type ExportTree, listFolders, toTree } from './export-files.js'
import { isOfGoogle, openGooglePhotos } from './google/google-photos.js'
import { isOfICloud, openICloudPhotos } from './icloud/icloud-photos.js'
import { isOfImmich, openImmich } from './immich.js'
import type { PhotoExport } from './photo-export.js'

const services: {
  service: PhotoExport['service']
  isIn: (folder: ExportFolder) => Promise<boolean>
  open: (tree: ExportTree) => PhotoExport | Promise<PhotoExport>
}[] = [
  { service: 'Google Photos', isIn: isOfGoogle, open: openGooglePhotos },
  { service: 'iCloud Photos', isIn: isOfICloud, open: openICloudPhotos },
  { service: 'Immich', isIn: isOfImmich, open: openImmich },
]

/** Opens the export that is in a folder; null when it is a folder of plain photos. */
export async function recognizeFolder(
  folder: string,
  onNotice?: (message: string) => void,
): Promise<PhotoExport | null> {
  const root = await realpath(folder).catch(() => folder)
  return recognize(listFolders(root), () => toTree(listFolders(root)), onNotice)
}

/** Finds the service of which an export is in a folder itself, or with `isDeep` in a subfolder; null when there is none. */
export async function findExport(
  folder: string,
  { isDeep, signal }: { isDeep: boolean; signal?: AbortSignal },
): Promise<string | null> {
  for await (const files of listFolders(folder)) {
    for (const { service, isIn } of services) if (await isIn(files)) return service
    if (!isDeep || signal?.aborted) break
  }
  return null
}

/**
 * Opens the export in these folders, and tells of one of another service in them. Folders of plain photos are never all held as a tree.
 */
export async function recognize(
  folders: ReturnType<ExportTree['values']>,
  toTree: () => ExportTree | Promise<ExportTree>,
  onNotice?: (message: string) => void,
): Promise<PhotoExport | null> {
  let found: (typeof services)[number] | null = null
  for await (const folder of folders) {
    for (const each of services) {
      if (each === found || !(await each.isIn(folder))) continue
      if (found === null) found = each
      else if (onNotice) {
        onNotice(
          `${folder.path} is of an export of ${each.service}, whose dates and albums are not imported with one of ${found.service}. Import its folder by itself, too.`,
        )
        return found.open(await toTree())
      }
    }
    if (found && !onNotice) break
  }
  return found?.open(await toTree()) ?? null
}
