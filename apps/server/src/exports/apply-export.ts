import { addToAlbum } from '../albums/add-assets-to-album.js'
import { writeAlbum } from '../albums/create-album.js'
import { writeChange } from '../asset-changes/update-asset.js'
import { stackBehind } from '../asset-changes/update-assets.js'
import { joinLivePhoto } from '../assets/metadata/live-photos-and-stacks.js'
import type { Connection } from '../database/ask.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { enqueueJobs } from '../jobs/queue/job.js'
import { addTag } from '../tags/create-tag.js'
import { findTagByName } from '../tags/tag.js'
import { tagOwnAssets } from '../tags/tag-assets.js'
import { type DescribedAsset, findAssets } from './described-asset.js'
import { toChange, toText } from './export-change.js'
import { addEntries, listEntries, toKey } from './export-entry.js'
import type { ExportAlbum, ExportedFile } from './photo-export.js'

/** A file of an export that is in the library. */
export interface TakenFile {
  /** Its path in the export. */
  path: string
  /** Distinguishes its content from others. */
  version: string
  /** Its path in the library, where it was not a copy of another one. */
  originalPath: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  exported: ExportedFile
}

/** How many facts assets got from an export, because their files lacked them or had others. */
export interface Given {
  dates: number
  places: number
  descriptions: number
}

/** Whose export it is, and what was found in it so far. */
export interface ExportRun {
  owner: UserRow
  service: string
  writeSidecars: boolean
  /** The assets of its files, by their paths in the export. */
  assetIds: Map<string, string>
  /** Edited copies and videos whose other file has not come yet. */
  waiting: Taken[]
  given: Given
}

/** The longest names that the API takes. */
const LONGEST_ALBUM = 1_000
const LONGEST_TAG = 500

/** A file whose facts, or whose place in an album, nobody has taken before. */
interface Taken {
  file: TakenFile
  asset: DescribedAsset
}

/**
 * Sets the facts of an export in its assets as if the owner had set them: reading the files again keeps them. Each file does so
 * once, so that what a person changes afterwards stays. Call it in a transaction.
 */
export async function applyExport(transaction: Connection, run: ExportRun, files: TakenFile[]): Promise<void> {
  const ownerId = run.owner.id
  const assets = await findAssets(transaction, ownerId, files)
  const known = await listEntries(
    transaction,
    ownerId,
    files.flatMap((file) => keysOf(run, file)),
  )
  const [described, placed]: [Taken[], Map<ExportAlbum, Taken[]>] = [[], new Map()]
  for (const file of files) {
    const asset = assets.get(file.originalPath) ?? assets.get(file.checksum)
    if (!asset) continue
    run.assetIds.set(file.path, asset.id)
    if (file.exported.facts && !known.has(factsKeyOf(run, file))) described.push({ file, asset })
    for (const album of file.exported.albums) {
      if (!known.has(albumKeyOf(run, file, album))) placed.set(album, [...(placed.get(album) ?? []), { file, asset }])
    }
  }
  await describeAll(transaction, run, described)
  await addTags(transaction, run, described)
  await joinOthers(transaction, run, described)
  for (const [album, taken] of placed) await fillAlbum(transaction, run, album, taken)
  const inAlbums = [...placed].flatMap(([album, taken]) => taken.map(({ file }) => albumKeyOf(run, file, album)))
  const keys = [...described.map(({ file }) => factsKeyOf(run, file)), ...inAlbums]
  await addEntries(
    transaction,
    ownerId,
    keys.map((key) => ({ key, albumId: null })),
  )
}

type Version = Pick<TakenFile, 'version'>

/** The keys under which is noted what a content gave, whichever of its copies did. */
export function keysOf(run: ExportRun, file: Pick<TakenFile, 'version' | 'exported'>): string[] {
  const { facts, albums } = file.exported
  return [...(facts ? [factsKeyOf(run, file)] : []), ...albums.map((album) => albumKeyOf(run, file, album))]
}

function factsKeyOf({ service }: ExportRun, { version }: Version) {
  return toKey(service, 'facts', version)
}

function albumKeyOf({ service }: ExportRun, { version }: Version, album: ExportAlbum) {
  return toKey(service, 'in album', album.path, version)
}

/** Sets the facts of each file. Jobs find the names of the places. */
async function describeAll(transaction: Connection, run: ExportRun, taken: Taken[]): Promise<void> {
  const placed: string[] = []
  for (const { file, asset } of taken) {
    const change = file.exported.facts ? toChange(asset, file.exported.facts) : {}
    if (Object.keys(change).length === 0) continue
    await writeChange(transaction, Prisma.sql`SELECT ${asset.id}::uuid`, change, run)
    if (change.latitude !== undefined) placed.push(asset.id)
    if (change.dateTimeOriginal !== undefined) run.given.dates += 1
    if (change.description !== undefined) run.given.descriptions += 1
  }
  run.given.places += placed.length
  await enqueueJobs(transaction, 'refresh-metadata', [...new Set(placed)], 'bulk')
}

/** People are tags of their own kind. Of a path of tags, the last one counts, as in a side-car. */
async function addTags(transaction: Connection, run: ExportRun, taken: Taken[]) {
  const assetIds = new Map<string, { type: 'FACE' | 'CUSTOM'; ids: Set<string> }>()
  for (const { file, asset } of taken) {
    if (isHalf({ file, asset })) continue
    const { people = [], tags = [] } = file.exported.facts ?? {}
    const named = [
      ...people.map((name) => ({ name, type: 'FACE' as const })),
      ...tags.map((path) => ({ name: path.slice(path.lastIndexOf('/') + 1), type: 'CUSTOM' as const })),
    ]
    for (const { name, type } of named) {
      const text = toText(name, LONGEST_TAG)
      if (text === '') continue
      const tag = assetIds.get(text) ?? { type, ids: new Set() }
      assetIds.set(text, { ...tag, ids: tag.ids.add(asset.id) })
    }
  }
  const { id: userId } = run.owner
  for (const [name, { type, ids }] of [...assetIds].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const added = await addTag(transaction, { userId, name, type })
    const tag = added === 'taken' ? await findTagByName(transaction, userId, name) : added
    const input = { callerId: userId, assetIds: [...ids], isNoted: run.writeSidecars }
    if (tag) await tagOwnAssets(transaction, { ...input, tagId: tag.id })
  }
}

/** Puts assets into an album of the export, which is made once. One that was deleted since then stays so. */
async function fillAlbum(transaction: Connection, run: ExportRun, album: ExportAlbum, taken: Taken[]) {
  const albumId = await findOrMakeAlbum(transaction, run, album)
  const assetIds = taken.map(({ asset }) => asset.id)
  if (albumId !== null) await addToAlbum(transaction, { albumId, callerId: run.owner.id, assetIds })
}

async function findOrMakeAlbum(transaction: Connection, { owner, service }: ExportRun, album: ExportAlbum) {
  const key = toKey(service, 'album', album.path)
  const known = (await listEntries(transaction, owner.id, [key])).get(key)
  if (known) return known.albumId
  const { album: made } = await writeAlbum(transaction, {
    owner,
    albumName: toText(album.name, LONGEST_ALBUM),
    description: toText(album.description),
    assetIds: [],
    sharedUserIds: [],
  })
  if (made) await addEntries(transaction, owner.id, [{ key, albumId: made.id }])
  return made?.id ?? null
}

/** Stacks edited copies on their originals, and joins photos and their videos. */
async function joinOthers(transaction: Connection, run: ExportRun, come: Taken[]) {
  for (const taken of [...run.waiting.splice(0), ...come]) {
    const { editedFrom, halfOf } = taken.file.exported
    const other = editedFrom ?? (isHalf(taken) ? halfOf : null)
    const otherId = run.assetIds.get(other ?? '')
    const { id } = taken.asset
    if (other !== null && otherId === undefined) run.waiting.push(taken)
    if (otherId === undefined || otherId === id) continue
    if (editedFrom === null) await joinLivePhoto(transaction, { photoId: otherId, videoId: id })
    else
      await stackBehind(transaction, {
        ownerId: run.owner.id,
        parentId: id,
        chosen: Prisma.sql`SELECT ${otherId}::uuid`,
      })
  }
}

const LONGEST_HALF = '00:00:05.000'

/** Whether a file is the video of a live photo. The note of a longer one is in a part that is not there. */
function isHalf({ file, asset }: Taken) {
  return file.exported.halfOf !== null && asset.duration !== null && asset.duration <= LONGEST_HALF
}
