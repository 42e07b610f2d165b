import * as z from 'zod'
import { Album } from '../album/schemas.js'
import { Asset } from '../asset/schemas.js'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime, Id, Ids, text } from '../route/primitives.js'
import { shareKey, storedMoment } from '../route/query.js'

/** The text that stands for a password in answers. A request that sends it back does not change the password. */
export const HIDDEN_PASSWORD = '********'

export const SharedLinkType = z
  .enum(['ALBUM', 'INDIVIDUAL'])
  .describe('`ALBUM`: the link shows an album, as it is at any time. `INDIVIDUAL`: it shows chosen assets.')
export type SharedLinkType = z.infer<typeof SharedLinkType>

const sharedLink = z
  .object({
    id: Id.describe('The id of the link, which opens nothing.'),
    key: z
      .string()
      .describe(
        'The key of the link, which is all that a visitor needs: `/share/<key>` is the page. It is empty when the service ' +
          'cannot show it again, because the library was restored from a backup. The link still works.',
      ),
    type: SharedLinkType,
    userId: z.string().describe('The id of the user who created the link.'),
    album: Album.optional().describe('The album of the link, with `assets: []`. Left out for chosen assets.'),
    assets: z
      .array(Asset)
      .describe(
        'The chosen assets, newest first, in the answer about one link; only the newest of them in a list of links. ' +
          'Empty for an album, which getAlbumInfo and getTimeBucket read.',
      ),
    assetCount: z.int().describe('The number of assets that the link shows.'),
    description: z.string().nullable().describe('A text that visitors see, too; null when there is none.'),
    password: z
      .string()
      .nullable()
      .describe(
        `\`${HIDDEN_PASSWORD}\` when the link has a password, which nobody can read; null without, and for visitors.`,
      ),
    token: z
      .string()
      .nullable()
      .optional()
      .describe('Stands for the password in later requests of a visitor, until the password changes.'),
    allowDownload: z.boolean().describe('Whether visitors may download originals, one by one or as a ZIP.'),
    allowUpload: z.boolean().describe('Whether visitors may add files, which count towards the quota of the owner.'),
    showMetadata: z
      .boolean()
      .describe(
        'Whether visitors see file names, descriptions, places, cameras, people and tags. Without, nothing can be downloaded.',
      ),
    viewCount: z.int().optional().describe('How often the page of the link was opened; left out for visitors.'),
    viewedAt: DateTime.nullable().optional().describe('When it was opened last; left out for visitors.'),
    createdAt: DateTime.describe('When the link was created.'),
    expiresAt: DateTime.nullable().describe('When the link expires; null for never.'),
  })
  .describe('A link by which people without an account see an album or chosen assets.')
  .register(examples, {
    example: {
      id: sample.link,
      key: sample.shareKey,
      type: 'INDIVIDUAL',
      userId: sample.ada,
      assets: [requireExample(Asset)],
      assetCount: 1,
      description: 'For Grandma',
      password: null,
      allowDownload: true,
      allowUpload: false,
      showMetadata: true,
      viewCount: 2,
      viewedAt: '2024-07-21T18:00:00.000Z',
      createdAt: '2024-07-20T10:00:00.000Z',
      expiresAt: null,
    },
  })
export interface SharedLink extends Fields<typeof sharedLink> {}
export interface SharedLinkSchema extends NamedObject<typeof sharedLink, SharedLink> {}
export const SharedLink: SharedLinkSchema = sharedLink

const description = text(10_000).optional().describe('A text that visitors see, too.')
const password = text(1_000)
  .optional()
  .describe(`The password that visitors have to enter; empty for none. \`${HIDDEN_PASSWORD}\` changes nothing.`)
const allowDownload = z.boolean().optional()
const allowUpload = z.boolean().optional()
const showMetadata = z.boolean().optional()

const createSharedLink = z
  .strictObject({
    type: SharedLinkType,
    albumId: Id.optional().describe("The caller's own album, for `ALBUM`."),
    assetIds: Ids.optional().describe("The caller's own assets, for `INDIVIDUAL`; at least one."),
    description,
    password,
    allowDownload: allowDownload.describe(
      'Whether visitors may download originals; `true` by default, if metadata are shown.',
    ),
    allowUpload: allowUpload.describe('Whether visitors may add files; `false` by default.'),
    showMetadata: showMetadata.describe('Whether visitors see metadata; `true` by default.'),
    expiresAt: storedMoment()
      .refine((time) => Date.parse(time) > Date.now(), {
        params: { code: 'invalid_value', detail: 'must be in the future' },
      })
      .nullable()
      .optional()
      .describe('When the link expires, which must be in the future; null, or left out, for never.'),
  })
  .refine(({ type, albumId }) => (type === 'ALBUM') === (albumId !== undefined), {
    path: ['albumId'],
    params: { code: 'invalid_value', detail: 'must be given for `ALBUM`, and only then' },
  })
  .refine(({ type, assetIds = [] }) => (type === 'INDIVIDUAL') === assetIds.length > 0, {
    path: ['assetIds'],
    params: { code: 'invalid_value', detail: 'must be given for `INDIVIDUAL`, and only then' },
  })
  .describe('The body of createSharedLink.')
  .register(examples, { example: { type: 'INDIVIDUAL', assetIds: [sample.photo], description: 'For Grandma' } })
export interface CreateSharedLink extends Fields<typeof createSharedLink> {}
export interface CreateSharedLinkSchema extends NamedObject<typeof createSharedLink, CreateSharedLink> {}
export const CreateSharedLink: CreateSharedLinkSchema = createSharedLink

const updateSharedLink = z
  .strictObject({
    description,
    password,
    allowDownload: allowDownload.describe('Whether visitors may download originals.'),
    allowUpload: allowUpload.describe('Whether visitors may add files.'),
    showMetadata: showMetadata.describe('Whether visitors see metadata.'),
    expiresAt: storedMoment().nullable().optional().describe('When the link expires; null for never.'),
    changeExpiryTime: z
      .boolean()
      .optional()
      .describe('`true` without `expiresAt` means never, for programs that cannot send null.'),
  })
  .describe('The body of updateSharedLink. A property that is left out does not change.')
  .register(examples, { example: { allowDownload: false } })
export interface UpdateSharedLink extends Fields<typeof updateSharedLink> {}
export interface UpdateSharedLinkSchema extends NamedObject<typeof updateSharedLink, UpdateSharedLink> {}
export const UpdateSharedLink: UpdateSharedLinkSchema = updateSharedLink

/** The header with which our own page sends a password. */
export const SharePassword = text(4_000).describe(
  'The password of the link in percent-encoding, which keeps it out of addresses and logs.',
)

const visit = z
  .object({
    key: shareKey,
    password: text(1_000).optional().describe('The password of the link. Prefer the header `x-immich-share-password`.'),
    token: z.string().max(512).optional().describe('The `token` of an earlier answer, in place of the password.'),
  })
  .describe('The query of getMySharedLink.')
export interface SharedLinkVisit extends Fields<typeof visit> {}
export interface SharedLinkVisitSchema extends NamedObject<typeof visit, SharedLinkVisit> {}
export const SharedLinkVisit: SharedLinkVisitSchema = visit
