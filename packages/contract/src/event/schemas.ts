import * as z from 'zod'
import { JobName, JobState } from '../job/schemas.js'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id } from '../route/primitives.js'
import { whole } from '../route/query.js'

/** The parts of an Asset that change together. */
export const AssetPart = z
  .enum(['asset', 'exifInfo', 'smartInfo', 'people', 'tags', 'stack'])
  .describe('A part of an asset. `asset` means the fields that are in none of the others.')
export type AssetPart = z.infer<typeof AssetPart>

/** Makes an event about an asset that says nothing but its type and the id. */
function assetEvent<Type extends string>(type: Type) {
  return z.object({ type: kind(type), assetId: Id.describe('The id of the asset.') })
}

/** Makes an event about an album that says nothing but its type and the id. */
function albumEvent<Type extends string>(type: Type) {
  return z.object({ type: kind(type), albumId: Id.describe('The id of the album.') })
}

function kind<Type extends string>(type: Type) {
  return z.literal(type).describe('The kind of the event.')
}

const assetAdded = assetEvent('asset.added').describe('An asset of the caller was added.')
export interface AssetAdded extends Fields<typeof assetAdded> {}
export interface AssetAddedSchema extends NamedObject<typeof assetAdded, AssetAdded> {}
const AssetAdded: AssetAddedSchema = assetAdded

const assetUpdated = z
  .object({
    type: kind('asset.updated'),
    assetId: Id.describe('The id of the asset.'),
    changed: z.array(AssetPart).describe('The parts that changed.'),
  })
  .describe(
    'An asset that the caller may see changed. When an asset of the caller becomes the video of a live photo ' +
      'and leaves the lists, it is reported once more.',
  )
export interface AssetUpdated extends Fields<typeof assetUpdated> {}
export interface AssetUpdatedSchema extends NamedObject<typeof assetUpdated, AssetUpdated> {}
const AssetUpdated: AssetUpdatedSchema = assetUpdated

const assetTrashed = assetEvent('asset.trashed').describe(
  'An asset of the caller was moved to the trash. Users who saw it in an album get an event about the album.',
)
export interface AssetTrashed extends Fields<typeof assetTrashed> {}
export interface AssetTrashedSchema extends NamedObject<typeof assetTrashed, AssetTrashed> {}
const AssetTrashed: AssetTrashedSchema = assetTrashed

const assetRestored = assetEvent('asset.restored').describe('An asset of the caller returned from the trash.')
export interface AssetRestored extends Fields<typeof assetRestored> {}
export interface AssetRestoredSchema extends NamedObject<typeof assetRestored, AssetRestored> {}
const AssetRestored: AssetRestoredSchema = assetRestored

const assetDeleted = assetEvent('asset.deleted').describe('An asset of the caller was deleted for good.')
export interface AssetDeleted extends Fields<typeof assetDeleted> {}
export interface AssetDeletedSchema extends NamedObject<typeof assetDeleted, AssetDeleted> {}
const AssetDeleted: AssetDeletedSchema = assetDeleted

const jobFinished = z
  .object({
    type: kind('job.finished'),
    assetId: Id.describe('The id of the asset.'),
    name: JobName.describe('The name of the job.'),
    state: JobState.extract(['succeeded', 'skipped', 'failed']).describe('How the job ended.'),
  })
  .describe("A job of the caller's own asset ended, and is not retried.")
export interface JobFinished extends Fields<typeof jobFinished> {}
export interface JobFinishedSchema extends NamedObject<typeof jobFinished, JobFinished> {}
const JobFinished: JobFinishedSchema = jobFinished

const albumCreated = albumEvent('album.created').describe('The caller created an album.')
export interface AlbumCreated extends Fields<typeof albumCreated> {}
export interface AlbumCreatedSchema extends NamedObject<typeof albumCreated, AlbumCreated> {}
const AlbumCreated: AlbumCreatedSchema = albumCreated

const albumShared = z
  .object({
    type: kind('album.shared'),
    albumId: Id.describe('The id of the album.'),
    userIds: z.array(Id).describe('The users who were added.'),
  })
  .describe('An album was shared with more users. The owner and all shared users get this event.')
export interface AlbumShared extends Fields<typeof albumShared> {}
export interface AlbumSharedSchema extends NamedObject<typeof albumShared, AlbumShared> {}
const AlbumShared: AlbumSharedSchema = albumShared

const albumUpdated = albumEvent('album.updated').describe(
  'Assets were added to an album or removed from it, or its name, description or cover changed. The owner and ' +
    'all shared users get this event.',
)
export interface AlbumUpdated extends Fields<typeof albumUpdated> {}
export interface AlbumUpdatedSchema extends NamedObject<typeof albumUpdated, AlbumUpdated> {}
const AlbumUpdated: AlbumUpdatedSchema = albumUpdated

const albumUnshared = z
  .object({
    type: kind('album.unshared'),
    albumId: Id.describe('The id of the album.'),
    userIds: z.array(Id).describe('The users who were removed from the album, or left it.'),
  })
  .describe('An album is no longer shared with some users. They, the owner and the other shared users get this event.')
export interface AlbumUnshared extends Fields<typeof albumUnshared> {}
export interface AlbumUnsharedSchema extends NamedObject<typeof albumUnshared, AlbumUnshared> {}
const AlbumUnshared: AlbumUnsharedSchema = albumUnshared

const albumDeleted = albumEvent('album.deleted').describe(
  'An album was deleted. Its owner and its shared users get this event.',
)
export interface AlbumDeleted extends Fields<typeof albumDeleted> {}
export interface AlbumDeletedSchema extends NamedObject<typeof albumDeleted, AlbumDeleted> {}
const AlbumDeleted: AlbumDeletedSchema = albumDeleted

/** Makes an event about a link that says nothing but its type and the id. */
function linkEvent<Type extends string>(type: Type) {
  return z.object({ type: kind(type), linkId: Id.describe('The id of the link.') })
}

const linkCreated = linkEvent('link.created').describe('The caller created a link for people without an account.')
export interface LinkCreated extends Fields<typeof linkCreated> {}
export interface LinkCreatedSchema extends NamedObject<typeof linkCreated, LinkCreated> {}
const LinkCreated: LinkCreatedSchema = linkCreated

const linkUpdated = linkEvent('link.updated').describe('A link of the caller changed, or the assets that it shows.')
export interface LinkUpdated extends Fields<typeof linkUpdated> {}
export interface LinkUpdatedSchema extends NamedObject<typeof linkUpdated, LinkUpdated> {}
const LinkUpdated: LinkUpdatedSchema = linkUpdated

const linkDeleted = linkEvent('link.deleted').describe('The caller removed a link.')
export interface LinkDeleted extends Fields<typeof linkDeleted> {}
export interface LinkDeletedSchema extends NamedObject<typeof linkDeleted, LinkDeleted> {}
const LinkDeleted: LinkDeletedSchema = linkDeleted

const reset = z
  .object({ type: kind('reset') })
  .describe('Events may have been missed, because the `Last-Event-ID` is too old or unknown. Read everything anew.')
export interface Reset extends Fields<typeof reset> {}
export interface ResetSchema extends NamedObject<typeof reset, Reset> {}
const Reset: ResetSchema = reset

/** A change of something that the caller may see: its ids, and what changed. */
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
    LinkCreated,
    LinkUpdated,
    LinkDeleted,
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
  .describe('The `id` of the last event that was received. Later events can be sent again for an hour.')

const MAX_WAIT_S = 60

const eventFilter = z
  .object({
    wait: whole(0, MAX_WAIT_S)
      .optional()
      .describe(
        'The number of seconds without an event after which the response ends; it also ends after the first ' +
          'events. It is for clients behind a proxy that holds back unfinished responses. By default, the ' +
          'response does not end.',
      ),
  })
  .describe('How long listenToEvents waits.')
export interface EventFilter extends Fields<typeof eventFilter> {}
export interface EventFilterSchema extends NamedObject<typeof eventFilter, EventFilter> {}
export const EventFilter: EventFilterSchema = eventFilter
