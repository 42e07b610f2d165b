import * as z from 'zod'
import { JobName, JobState } from '../job/schemas.js'
import { examples, sample } from '../route/example.js'
import { Id } from '../route/primitives.js'
import { whole } from '../route/query.js'

/** The parts of an Asset that change together. */
export const AssetPart = z
  .enum(['asset', 'exifInfo', 'smartInfo', 'people', 'tags', 'stack'])
  .describe('A part of an asset. `asset` means the fields that are in none of the others.')
export type AssetPart = z.infer<typeof AssetPart>

/** An event that says of an asset only what happened to it. */
function ofAsset<Type extends string>(type: Type) {
  return z.object({ type: kind(type), assetId: Id.describe('The id of the asset.') })
}

/** The same of an album. */
function ofAlbum<Type extends string>(type: Type) {
  return z.object({ type: kind(type), albumId: Id.describe('The id of the album.') })
}

function kind<Type extends string>(type: Type) {
  return z.literal(type).describe('The kind of the event.')
}

const AssetAdded = ofAsset('asset.added').describe('An asset of the caller was added.')

const AssetUpdated = z
  .object({
    type: kind('asset.updated'),
    assetId: Id.describe('The id of the asset.'),
    changed: z.array(AssetPart).describe('The parts that changed.'),
  })
  .describe(
    'An asset that the caller may see changed. An own asset that has become the video of a live photo, and has left the lists, is reported once more.',
  )

const AssetTrashed = ofAsset('asset.trashed').describe(
  'An asset of the caller was moved to the trash. Who saw it in an album is told that the album changed.',
)

const AssetRestored = ofAsset('asset.restored').describe('An asset of the caller returned from the trash.')

const AssetDeleted = ofAsset('asset.deleted').describe('An asset of the caller was deleted for good.')

const JobFinished = z
  .object({
    type: kind('job.finished'),
    assetId: Id.describe('The id of the asset.'),
    name: JobName.describe('The name of the job.'),
    state: JobState.extract(['succeeded', 'skipped', 'failed']).describe('How the job ended.'),
  })
  .describe("A job of the caller's own asset ended, and is not retried.")

const AlbumCreated = ofAlbum('album.created').describe('The caller created an album.')

const AlbumShared = z
  .object({
    type: kind('album.shared'),
    albumId: Id.describe('The id of the album.'),
    userIds: z.array(Id).describe('The users who were added.'),
  })
  .describe('An album was shared with more users. The owner and all shared users are told.')

const AlbumUpdated = ofAlbum('album.updated').describe(
  'An album got or lost assets, or its name, description or cover changed. The owner and all shared users are told.',
)

const AlbumUnshared = z
  .object({
    type: kind('album.unshared'),
    albumId: Id.describe('The id of the album.'),
    userIds: z.array(Id).describe('The users who were taken off it, or left it.'),
  })
  .describe('An album is no longer shared with some users. They are told, and the owner and the other shared users.')

const AlbumDeleted = ofAlbum('album.deleted').describe('An album was deleted. Its owner and its shared users are told.')

const Reset = z
  .object({ type: kind('reset') })
  .describe('Events may have been missed, because the `Last-Event-ID` is too old or unknown. Read everything anew.')

/** What happened to something that the caller may see: ids, and what changed. */
export const LibraryEvent = z
  .discriminatedUnion('type', [
    AssetAdded,
    AssetUpdated,
    AssetTrashed,
    AssetRestored,
    AssetDeleted,
    JobFinished,
    AlbumCreated,
    AlbumShared,
    AlbumUpdated,
    AlbumUnshared,
    AlbumDeleted,
    Reset,
  ])
  .describe('The `data` of an event as JSON. Its `type` is also the `event` of the event.')
  .register(examples, {
    example: { type: 'job.finished', assetId: sample.photo, name: 'regenerate-thumbnail', state: 'succeeded' },
  })
export type LibraryEvent = z.infer<typeof LibraryEvent>

/** The `id` of the last event that a client received. */
export const LastEventId = z
  .string()
  .max(8_192)
  .describe('The `id` of the last event that was received. Events since then are sent again for an hour.')

const MAX_WAIT_S = 60

export const EventFilter = z
  .strictObject({
    wait: whole(0, MAX_WAIT_S)
      .optional()
      .describe(
        'Ends the response after the first events, or after this number of seconds without any. For clients behind a proxy that ' +
          'holds back unfinished responses. By default, the response does not end.',
      ),
  })
  .describe('How long listenToEvents waits.')
export type EventFilter = z.infer<typeof EventFilter>
