import * as z from 'zod'
import { AssetOrder } from '../asset/queries.js'
import { Asset } from '../asset/schemas.js'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Page } from '../route/page.js'
import { DateTime, Id, Ids, text } from '../route/primitives.js'
import { flag, shareKey } from '../route/query.js'
import { User } from '../user/schemas.js'

const album = z
  .object({
    albumName: z.string().describe('The name; it may be empty, and another album may have the same.'),
    albumThumbnailAssetId: z.string().nullable().describe('The first id of `assetIds`; null without assets.'),
    assetCount: z.int().describe('The number of visible assets of the album, even when `assets` is left empty.'),
    assets: z.array(Asset).describe('The assets, newest fileCreatedAt first, then by id, descending.'),
    createdAt: DateTime.describe('When the album was created.'),
    description: z.string().describe('Text about the album; empty by default.'),
    endDate: DateTime.optional().describe('The latest fileCreatedAt; left out when the album is empty.'),
    hasSharedLink: z
      .boolean()
      .describe('Whether a link that has not expired shows the album to people without an account.'),
    id: z.string().describe('The id of the album.'),
    isActivityEnabled: z.boolean().describe('The stored value, true by default; the service has no comments.'),
    lastModifiedAssetTimestamp: DateTime.optional().describe(
      'The latest fileModifiedAt; left out when the album is empty.',
    ),
    order: AssetOrder.optional().describe(
      'The order in which programs show the assets: `desc`, or what updateAlbumInfo set. `assets` are newest first in either.',
    ),
    owner: User.describe('The user who created the album.'),
    ownerId: z.string().describe('The id of the owner.'),
    shared: z.boolean().describe('Whether the album has shared users.'),
    sharedUsers: z
      .array(User)
      .describe('The users with whom the album is shared, in the order in which they were added.'),
    startDate: DateTime.optional().describe('The earliest fileCreatedAt; left out when the album is empty.'),
    updatedAt: DateTime.describe('When the album last changed.'),
  })
  .describe('Assets of one owner under a name, shared with other users.')
  .register(examples, {
    example: {
      albumName: 'Summer',
      albumThumbnailAssetId: sample.photo,
      assetCount: 1,
      assets: [requireExample(Asset)],
      createdAt: '2024-07-20T10:00:00.000Z',
      description: 'Two weeks by the lake',
      endDate: sample.taken,
      hasSharedLink: false,
      id: sample.album,
      isActivityEnabled: true,
      lastModifiedAssetTimestamp: sample.taken,
      order: 'desc',
      owner: requireExample(User),
      ownerId: sample.ada,
      shared: true,
      sharedUsers: [{ ...requireExample(User), id: sample.ben, name: 'Ben', email: 'ben@example.org' }],
      startDate: sample.taken,
      updatedAt: '2024-07-20T10:00:00.000Z',
    },
  })
export interface Album extends Fields<typeof album> {}
export interface AlbumSchema extends NamedObject<typeof album, Album> {}
export const Album: AlbumSchema = album

const albumCount = z
  .object({
    owned: z.int().describe("The number of the caller's own albums."),
    shared: z.int().describe('The number of albums that the caller shares, or that are shared with the caller.'),
    notShared: z.int().describe("The number of the caller's own albums that are not shared."),
  })
  .describe('The numbers of albums that the caller may see.')
  .register(examples, { example: { owned: 3, shared: 2, notShared: 2 } })
export interface AlbumCount extends Fields<typeof albumCount> {}
export interface AlbumCountSchema extends NamedObject<typeof albumCount, AlbumCount> {}
export const AlbumCount: AlbumCountSchema = albumCount

const createAlbum = z
  .strictObject({
    albumName: text(1_000).describe('The name; it may be empty, and another album may have the same.'),
    assetIds: Ids.optional().describe("The caller's own assets. The first becomes the cover."),
    description: text(10_000).optional().describe('Text about the album; empty by default.'),
    sharedWithUserIds: Ids.optional().describe("Active users. The caller's own id has no effect."),
  })
  .describe('The body of createAlbum.')
  .register(examples, {
    example: {
      albumName: 'Summer',
      assetIds: [sample.photo],
      description: 'Two weeks by the lake',
      sharedWithUserIds: [sample.ben],
    },
  })
export interface CreateAlbum extends Fields<typeof createAlbum> {}
export interface CreateAlbumSchema extends NamedObject<typeof createAlbum, CreateAlbum> {}
export const CreateAlbum: CreateAlbumSchema = createAlbum

const addUsersToAlbum = z
  .strictObject({
    sharedUserIds: Ids.describe(
      'Active users. The ids of the owner and of users who already have the album have no effect.',
    ),
  })
  .describe('The body of addUsersToAlbum.')
  .register(examples, {
    example: { sharedUserIds: [sample.ben] },
  })
export interface AddUsersToAlbum extends Fields<typeof addUsersToAlbum> {}
export interface AddUsersToAlbumSchema extends NamedObject<typeof addUsersToAlbum, AddUsersToAlbum> {}
export const AddUsersToAlbum: AddUsersToAlbumSchema = addUsersToAlbum

const updateAlbum = z
  .strictObject({
    albumName: text(1_000).optional().describe('The name; it may be empty, and another album may have the same.'),
    description: text(10_000).optional().describe('Text about the album.'),
    albumThumbnailAssetId: Id.optional().describe('An asset of the album, which becomes its cover.'),
    isActivityEnabled: z
      .boolean()
      .optional()
      .describe('The value is stored, but has no effect: the service has no comments.'),
    order: AssetOrder.optional().describe(
      'The order in which programs show the assets. It is stored and answered; the service lists assets newest first.',
    ),
  })
  .describe('The body of updateAlbumInfo. A property that is left out does not change.')
  .register(examples, { example: { albumName: 'Summer 2024' } })
export interface UpdateAlbum extends Fields<typeof updateAlbum> {}
export interface UpdateAlbumSchema extends NamedObject<typeof updateAlbum, UpdateAlbum> {}
export const UpdateAlbum: UpdateAlbumSchema = updateAlbum

const albumFilter = Page.extend({
  shared: flag()
    .optional()
    .describe(
      '`true` for albums that the caller shares or that are shared with the caller; `false` for own albums that are not shared.',
    ),
  assetId: Id.optional().describe('Only albums that contain this asset, among all that the caller may see.'),
}).describe("The filters of a list of albums. Without one, it has the caller's own albums.")
export interface AlbumFilter extends Fields<typeof albumFilter> {}
export interface AlbumFilterSchema extends NamedObject<typeof albumFilter, AlbumFilter> {}
export const AlbumFilter: AlbumFilterSchema = albumFilter

const albumView = z
  .object({
    withoutAssets: flag().optional().describe('`true` leaves `assets` empty. `assetCount` is still correct.'),
    key: shareKey,
  })
  .describe('The query of getAlbumInfo.')
export interface AlbumView extends Fields<typeof albumView> {}
export interface AlbumViewSchema extends NamedObject<typeof albumView, AlbumView> {}
export const AlbumView: AlbumViewSchema = albumView
