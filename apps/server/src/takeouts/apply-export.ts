import { writeChange } from '../asset-changes/update-asset.js'
import { stackBehind } from '../asset-changes/update-assets.js'
import { joinLivePhoto } from '../assets/metadata/live-photos-and-stacks.js'
import { lockStacks } from '../assets/metadata/lock-stacks.js'
import type { Connection } from '../database/ask.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { enqueueJobs } from '../jobs/queue/enqueue-jobs.js'
import { type DescribedAsset, findAssets } from './described-asset.js'
import { toChange } from './export-change.js'
import { addEntries, listEntries, toKey } from './export-entry.js'
import { addNames, addToAlbums } from './export-names.js'
import type { ExportAlbum, ExportedFile } from './photo-export.js'

/** A file of an export that is in the library. */
export interface TakenFile {
  /** Its path in the export. */
  path: string
  /** The version, which distinguishes its content from others. */
  version: string
  /** Its path in the library, unless it was a copy of another one. */
  originalPath: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  exported: ExportedFile
}

/** The numbers of facts that assets got from an export, because their files lacked them or had others. */
export interface AppliedCounts {
  dates: number
  places: number
  descriptions: number
  /** People, tags and albums that are too many for the file, or for the owner. */
  excess: number
}

/** The owner of an export, and the results so far. */
export interface ExportRun {
  owner: UserRow
  service: string
  writeSidecars: boolean
  /** The assets of its files, by their paths in the export. */
  assetIds: Map<string, string>
  /** Edited copies and videos whose other file has not been read yet, by its path in the export. */
  waiting: Map<string, Taken[]>
  applied: AppliedCounts
}

/** A file whose facts, or whose place in an album, were not applied before. */
interface Taken {
  file: TakenFile
  asset: DescribedAsset
}

export const noCounts: AppliedCounts = { dates: 0, places: 0, descriptions: 0, excess: 0 }

/** The changes of a run by a transaction, once that is committed. */
export type AppliedExport = Pick<ExportRun, 'waiting' | 'applied'>

/**
 * Applies the facts of an export to its assets as if the owner had set them: reading the files again keeps them. Each file does so
 * once, so that later changes by a person stay. Call it in a transaction.
 */
export async function applyExport(transaction: Connection, run: ExportRun, files: TakenFile[]): Promise<AppliedExport> {
  const ownerId = run.owner.id
  await lockStacks(transaction, [ownerId], 'as they are')
  const assets = await findAssets(transaction, ownerId, files)
  const known = await listEntries(
    transaction,
    ownerId,
    files.flatMap((file) => toKeys(run, file)),
  )
  const described: Taken[] = []
  const placed: { album: ExportAlbum; assetId: string }[] = []
  const keys: string[] = []
  for (const file of files) {
    const asset = assets.get(file.originalPath) ?? assets.get(file.checksum)
    if (!asset) continue
    run.assetIds.set(file.path, asset.id)
    if (file.exported.facts && !known.has(toFactsKey(run, file))) described.push({ file, asset })
    for (const album of file.exported.albums) {
      const key = toAlbumKey(run, file, album)
      if (known.has(key)) continue
      placed.push({ album, assetId: asset.id })
      keys.push(key)
    }
  }
  const applied = await describeAll(transaction, run, described)
  const halves = new Set(described.filter(isHalf))
  applied.excess += await addNames(
    transaction,
    run,
    described.filter((taken) => !halves.has(taken)),
  )
  const waiting = await joinOthers(transaction, run, { files, described })
  applied.excess += await addToAlbums(transaction, run, placed)
  keys.push(...described.map(({ file }) => toFactsKey(run, file)))
  await addEntries(
    transaction,
    ownerId,
    keys.map((key) => ({ key, albumId: null })),
  )
  return { waiting, applied }
}

type Version = Pick<TakenFile, 'version'>

/** Returns the keys that record which facts of a content were applied, whichever of its copies they came from. */
export function toKeys(run: ExportRun, file: Pick<TakenFile, 'version' | 'exported'>): string[] {
  const { facts, albums } = file.exported
  return [...(facts ? [toFactsKey(run, file)] : []), ...albums.map((album) => toAlbumKey(run, file, album))]
}

function toFactsKey({ service }: ExportRun, { version }: Version) {
  return toKey(service, 'facts', version)
}

function toAlbumKey({ service }: ExportRun, { version }: Version, album: ExportAlbum) {
  return toKey(service, 'in album', album.path, version)
}

/** Applies the facts of each file. Jobs find the names of the places. */
async function describeAll(transaction: Connection, run: ExportRun, taken: Taken[]): Promise<AppliedCounts> {
  const applied = { ...noCounts }
  const placed: string[] = []
  for (const { file, asset } of taken) {
    const change = file.exported.facts ? toChange(asset, file.exported.facts) : {}
    if (Object.keys(change).length === 0) continue
    await writeChange(transaction, Prisma.sql`SELECT ${asset.id}::uuid`, change, run)
    if (change.latitude !== undefined) placed.push(asset.id)
    if (change.dateTimeOriginal !== undefined) applied.dates += 1
    if (change.description !== undefined) applied.descriptions += 1
  }
  await enqueueJobs(transaction, 'refresh-metadata', [...new Set(placed)], 'bulk')
  return { ...applied, places: placed.length }
}

/** Stacks edited copies on their originals, and joins photos and their videos. Returns those that wait for another file. */
async function joinOthers(
  transaction: Connection,
  run: ExportRun,
  { files, described }: { files: TakenFile[]; described: Taken[] },
): Promise<ExportRun['waiting']> {
  const waiting: ExportRun['waiting'] = new Map()
  for (const taken of [...files.flatMap(({ path }) => run.waiting.get(path) ?? []), ...described]) {
    const { editedFrom, halfOf } = taken.file.exported
    const other = editedFrom ?? (isHalf(taken) ? halfOf : null)
    if (other === null) continue
    const otherId = run.assetIds.get(other)
    const { id } = taken.asset
    if (otherId === undefined) waiting.set(other, [...(waiting.get(other) ?? []), taken])
    else if (otherId === id) continue
    else if (editedFrom === null) await joinLivePhoto(transaction, { photoId: otherId, videoId: id })
    else
      await stackBehind(transaction, {
        ownerId: run.owner.id,
        parentId: id,
        chosen: Prisma.sql`SELECT ${otherId}::uuid`,
      })
  }
  return waiting
}

const LONGEST_HALF = '00:00:05.000'

/** Returns whether a file is the video of a live photo. The note of a longer one is in a part that is not there. */
function isHalf({ file, asset }: Taken) {
  return file.exported.halfOf !== null && asset.duration !== null && asset.duration <= LONGEST_HALF
}
