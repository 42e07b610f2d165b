import type { Asset } from '@media-library/client'
import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { offerUndo } from '../ui/notices/undo.js'

/** The number of pictures whose values are read first, so that they can be set again. */
const MOST_UNDONE = 1_000

/** The number of pictures that are read, or set again, at once. */
const AT_ONCE = 6

export interface Place {
  latitude: number
  longitude: number
}

/** Sets the dates of pictures to a local time, such as `1985-08-01T12:00`. A single picture keeps its offset from UTC. */
export async function setDate(service: Service, pictures: readonly Picture[], local: string): Promise<void> {
  const before = await readBefore(service, pictures)
  const [one] = before
  const dateTimeOriginal = `${local}:00${pictures.length === 1 && one ? toOffset(one) : 'Z'}`
  await change(service, pictures, { dateTimeOriginal })
  tell(service, messages.corrections.dated(pictures.length), before, (asset) => ({ dateTimeOriginal: toDate(asset) }))
}

/** Moves the dates of pictures by minutes. */
export async function moveDates(service: Service, pictures: readonly Picture[], minutes: number): Promise<void> {
  const before = await readBefore(service, pictures)
  await change(service, pictures, { dateTimeRelative: minutes })
  tell(service, messages.corrections.dated(pictures.length), before, (asset) => ({ dateTimeOriginal: toDate(asset) }))
}

/** Sets the place of pictures. */
export async function setPlace(service: Service, pictures: readonly Picture[], place: Place): Promise<void> {
  const before = await readBefore(service, pictures)
  await change(service, pictures, place)
  tell(service, messages.corrections.placed(pictures.length), before, ({ exifInfo }) => ({
    latitude: exifInfo?.latitude ?? null,
    longitude: exifInfo?.longitude ?? null,
  }))
}

type Change = Omit<Parameters<Service['client']['updateAssets']>[0], 'ids'>

function change({ mutate, queries }: Service, pictures: readonly { id: string }[], change: Change): Promise<unknown> {
  return mutate(queries.updateAssets(), { ids: pictures.map(({ id }) => id), ...change })
}

/** Reads pictures as they are; none when there are too many to be set again one by one. */
export async function readBefore({ client }: Service, pictures: readonly Picture[]): Promise<Asset[]> {
  if (pictures.length > MOST_UNDONE) return []
  const assets: Asset[] = []
  for (let at = 0; at < pictures.length; at += AT_ONCE)
    assets.push(...(await Promise.all(pictures.slice(at, at + AT_ONCE).map(({ id }) => client.getAssetInfo(id)))))
  return assets
}

/** Tells what was changed, and offers to set pictures again to what they had, those with the same value together. */
function tell(service: Service, words: string, before: Asset[], toChange: (asset: Asset) => Change) {
  if (before.length === 0) {
    service.notify(words)
    return
  }
  offerUndo(service, words, async () => {
    const groups = new Map<string, { id: string }[]>()
    for (const asset of before) {
      const key = JSON.stringify(toChange(asset))
      groups.set(key, [...(groups.get(key) ?? []), asset])
    }
    const all = [...groups]
    for (let at = 0; at < all.length; at += AT_ONCE)
      await Promise.all(
        all.slice(at, at + AT_ONCE).map(([key, assets]) => change(service, assets, JSON.parse(key) as Change)),
      )
  })
}

/** Returns the date of a picture with its offset from UTC; null when it is only that of the file's last change. */
function toDate(asset: Asset): string | null {
  return asset.exifInfo?.dateTimeOriginal ? `${asset.localDateTime.slice(0, -1)}${toOffset(asset)}` : null
}

/** Returns the offset of a picture's time from UTC, such as `+05:30`. */
function toOffset({ fileCreatedAt, localDateTime }: Asset): string {
  const minutes = Math.round((Date.parse(localDateTime) - Date.parse(fileCreatedAt)) / 60_000)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${minutes < 0 ? '-' : '+'}${hour}:${minute}`
}
