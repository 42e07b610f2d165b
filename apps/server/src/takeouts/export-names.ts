import { fillAlbums, makeAlbums } from '../albums/fill-albums.js'
import { addUnmarkedFaces } from '../assets/faces/unmarked-faces.js'
import type { Connection } from '../database/ask.js'
import { tagByName } from '../tags/tag-by-name.js'
import { toText } from './export-change.js'
import { addEntries, listEntries, toKey } from './export-entry.js'
import type { ExportAlbum, ExportedFile } from './photo-export.js'

/** The longest names that the API takes. */
const LONGEST_ALBUM = 1_000
const LONGEST_NAME = 500

/** The number of people, tags and albums of a file: as many as keywords count in a file itself. */
export const MOST_NAMES = 1_000

/** The owner of the names. */
interface NamingRun {
  owner: { id: string }
  service: string
  writeSidecars: boolean
}

/** A file whose people and tags its asset gets. */
interface NamedFile {
  file: { exported: ExportedFile }
  asset: { id: string }
}

/** Cuts the people, tags and albums of a file, without duplicates, and counts those that are left out. */
export function limitNames({ facts, albums, ...exported }: ExportedFile): { limited: ExportedFile; leftOut: number } {
  const people = [...new Set(facts?.people)]
  const tags = [...new Set(facts?.tags)]
  const places = [...new Map(albums.map((album) => [album.path, album])).values()]
  const cut = <T>(names: T[]) => names.slice(0, MOST_NAMES)
  return {
    limited: { ...exported, facts: facts && { ...facts, people: cut(people), tags: cut(tags) }, albums: cut(places) },
    leftOut: [people, tags, places].reduce((sum, { length }) => sum + Math.max(0, length - MOST_NAMES), 0),
  }
}

/**
 * Adds people and tags to assets; of a path of tags, the last one counts, as in a side-car. Returns the number of people and tags that are
 * left out, because the owner may not have more.
 */
export async function addNames(transaction: Connection, run: NamingRun, taken: NamedFile[]): Promise<number> {
  const shown = new Map<string, { assetId: string; name: string }>()
  const tagged = new Map<string, Set<string>>()
  for (const { file, asset } of taken) {
    const { people = [], tags = [] } = file.exported.facts ?? {}
    for (const person of people) {
      const name = toText(person, LONGEST_NAME)
      if (name !== '') shown.set(`${asset.id} ${name}`, { assetId: asset.id, name })
    }
    for (const path of tags) {
      const name = toText(path.slice(path.lastIndexOf('/') + 1), LONGEST_NAME)
      if (name !== '') tagged.set(name, (tagged.get(name) ?? new Set()).add(asset.id))
    }
  }
  const tags = [...tagged].map(([name, ids]) => ({ name, type: 'CUSTOM' as const, assetIds: [...ids] }))
  const leftOut = await tagByName(transaction, { userId: run.owner.id, isNoted: run.writeSidecars }, tags)
  return leftOut + (await addUnmarkedFaces(transaction, run.owner.id, [...shown.values()]))
}

/**
 * Adds assets to the albums of the export, each of which is created once. A deleted album is not created again. Returns the number of
 * albums that are left out, because the owner may not have more.
 */
export async function addToAlbums(
  transaction: Connection,
  { owner, service }: NamingRun,
  placed: { album: ExportAlbum; assetId: string }[],
): Promise<number> {
  if (placed.length === 0) return 0
  const albums = new Map(placed.map(({ album }) => [toKey(service, 'album', album.path), album]))
  const known = await listEntries(transaction, owner.id, [...albums.keys()])
  const missing = [...albums].filter(([key]) => !known.has(key))
  const ids = await makeAlbums(
    transaction,
    owner.id,
    missing.map(([, { name, description }]) => ({
      albumName: toText(name, LONGEST_ALBUM),
      description: toText(description),
    })),
  )
  const created = missing.flatMap(([key], index) => ({ key, albumId: ids[index] ?? null }))
  await addEntries(
    transaction,
    owner.id,
    created.filter(({ albumId }) => albumId !== null),
  )
  const albumIds = new Map([...known.values(), ...created].map(({ key, albumId }) => [key, albumId]))
  const listAlbumIds = ({ path }: ExportAlbum) => albumIds.get(toKey(service, 'album', path)) ?? []
  await fillAlbums(
    transaction,
    owner.id,
    placed.flatMap(({ album, assetId }) => [listAlbumIds(album)].flat().map((albumId) => ({ albumId, assetId }))),
  )
  return created.filter(({ albumId }) => albumId === null).length
}
