import { type ExportFolder, type ExportTree, inFolder, toFolder, toName } from '../export-files.js'
import { noLeftovers, type PhotoExport, unknownFile } from '../photo-export.js'
import { isDetails, isTable, noTables, readInto, toAlbums } from './tables.js'

/** Returns whether a folder has photos with a list of their details. Apple writes several lists in one folder. */
export async function isOfICloud({ files }: ExportFolder): Promise<boolean> {
  for (const [name, file] of files) {
    if (isTable(name) && (await isDetails(file))) return true
  }
  return false
}

/** Opens an export of iCloud Photos. The details of a photo are in its own folder, and an album is a list of names alone. */
export async function openICloudPhotos(tree: ExportTree): Promise<PhotoExport> {
  const tables = noTables()
  for await (const { files } of tree.values()) {
    for (const [name, file] of files) if (isTable(name)) await readInto(tables, file)
  }
  const { details, memories, faults } = tables
  const albums = toAlbums(tables)
  const findOriginal = createOriginals(tree)
  const isTrash = (path: string) =>
    details.get(path.normalize())?.isDeleted || toName(toFolder(path)).toLowerCase() === 'recently deleted'
  const counts = new Map<string, number>()
  for await (const { files } of tree.values()) {
    for (const [, { path }] of files) {
      const name = toName(path).normalize()
      if (albums.has(name) && !isTrash(path)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const leftovers = {
    ...noLeftovers,
    memories,
    missing: [...albums.keys()].filter((name) => !counts.has(name)).length,
    ambiguous: [...counts.values()].filter((count) => count > 1).length,
  }

  return {
    service: 'iCloud Photos',
    faults: () => faults,
    leftovers: () => leftovers,
    lookUp: async (path) => {
      if (path.toLowerCase().endsWith('.csv')) return { ...unknownFile, leftOut: 'note' }
      if (isTrash(path)) return { ...unknownFile, leftOut: 'trash' }
      const name = toName(path).normalize()
      return {
        ...unknownFile,
        facts: details.get(path.normalize())?.facts ?? null,
        albums: counts.get(name) === 1 ? [...(albums.get(name) ?? [])] : [],
        editedFrom: await findOriginal(path),
      }
    },
  }
}

/** Finds the original of `IMG_E1234.JPG`, of which `IMG_1234.AAE` says that it was edited; null for any other photo. */
function createOriginals(tree: ExportTree): (path: string) => Promise<string | null> {
  let last: { folder: ExportFolder; names: Map<string, string[]> } | null = null
  return async (path) => {
    const [, number] = /^IMG_E(\d+)\.[^.]+$/i.exec(toName(path)) ?? []
    const folder = number === undefined ? undefined : await tree.get(toFolder(path))
    if (number === undefined || !folder) return null
    if (last?.folder !== folder) last = { folder, names: listByNumber(folder) }
    const names = last.names.get(number) ?? []
    const original = names.find((name) => /\.(heic|jpe?g|png|dng)$/i.test(name))
    return original && names.some((name) => /\.aae$/i.test(name)) ? inFolder(folder.path, original) : null
  }
}

/** Lists the names `IMG_1234.…` of a folder by their numbers. */
function listByNumber({ files }: ExportFolder): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [name] of files) {
    const [, number] = /^IMG_(\d+)\./i.exec(name) ?? []
    if (number === undefined) continue
    const same = names.get(number) ?? []
    names.set(number, same)
    same.push(name)
  }
  return names
}
