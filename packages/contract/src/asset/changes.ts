import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id, Ids, text } from '../route/primitives.js'
import { storedMoment } from '../route/query.js'

const settings = {
  isFavorite: z.boolean().optional().describe('Whether the asset is a favourite.'),
  isArchived: z.boolean().optional().describe('Whether the asset is archived.'),
  dateTimeOriginal: storedMoment()
    .nullable()
    .optional()
    .describe(
      'When the photo was taken. `localDateTime` becomes the local time at the given offset from UTC. `null` takes a correction back: ' +
        'the file is read again for its date.',
    ),
  latitude: z
    .number()
    .min(-90)
    .max(90)
    .nullable()
    .optional()
    .describe(
      'The latitude in degrees, north positive; it requires `longitude`. `null` for both takes a correction back: the file is read ' +
        'again for its place.',
    ),
  longitude: z
    .number()
    .min(-180)
    .max(180)
    .nullable()
    .optional()
    .describe('The longitude in degrees, east positive; it requires `latitude`.'),
}

const placeNeedsBoth = {
  path: ['latitude'],
  params: { code: 'invalid_value', detail: 'and `longitude` must be given together' },
}

const updateAsset = z
  .strictObject({ ...settings, description: text(10_000).optional().describe('The caption; empty for none.') })
  .refine(hasBothOrNone, placeNeedsBoth)
  .describe(
    'The changes of an asset. A property that is left out does not change. Reading the file again does not ' +
      'undo a change.',
  )
  .register(examples, { example: { isFavorite: true, description: 'The lake at dusk' } })
export interface UpdateAsset extends Fields<typeof updateAsset> {}
export interface UpdateAssetSchema extends NamedObject<typeof updateAsset, UpdateAsset> {}
export const UpdateAsset: UpdateAssetSchema = updateAsset

/** A hundred years. */
const MOST_MINUTES = 52_596_000

const updateAssets = z
  .strictObject({
    ids: Ids.describe("The caller's own assets."),
    ...settings,
    dateTimeRelative: z
      .int()
      .min(-MOST_MINUTES)
      .max(MOST_MINUTES)
      .optional()
      .describe(
        'The minutes by which each date is moved, as when the clock of a camera was wrong: at most 100 years. The time zones stay. It ' +
          'excludes `dateTimeOriginal`.',
      ),
    stackParentId: Id.optional().describe('The asset that the others are stacked behind. Their own stacks join it.'),
    removeParent: z.boolean().optional().describe('`true` takes the assets out of their stacks.'),
  })
  .refine(hasBothOrNone, placeNeedsBoth)
  .refine(({ stackParentId, removeParent }) => stackParentId === undefined || !removeParent, {
    path: ['removeParent'],
    params: { code: 'invalid_value', detail: 'and `stackParentId` cannot be combined' },
  })
  .refine(
    ({ dateTimeOriginal, dateTimeRelative }) => dateTimeOriginal === undefined || dateTimeRelative === undefined,
    {
      path: ['dateTimeRelative'],
      params: { code: 'invalid_value', detail: 'and `dateTimeOriginal` cannot be combined' },
    },
  )
  .describe('Assets, and the changes that each of them gets. A property that is left out does not change.')
  .register(examples, { example: { ids: [sample.photo], isArchived: true } })
export interface UpdateAssets extends Fields<typeof updateAssets> {}
export interface UpdateAssetsSchema extends NamedObject<typeof updateAssets, UpdateAssets> {}
export const UpdateAssets: UpdateAssetsSchema = updateAssets

const deleteAssets = z
  .strictObject({
    ids: Ids.describe("The caller's own assets."),
    force: z.boolean().optional().describe('`true` deletes them for good. By default, they go to the trash.'),
  })
  .describe('The assets to delete.')
  .register(examples, { example: { ids: [sample.photo] } })
export interface DeleteAssets extends Fields<typeof deleteAssets> {}
export interface DeleteAssetsSchema extends NamedObject<typeof deleteAssets, DeleteAssets> {}
export const DeleteAssets: DeleteAssetsSchema = deleteAssets

function hasBothOrNone({ latitude, longitude }: { latitude?: unknown; longitude?: unknown }) {
  return (latitude === undefined) === (longitude === undefined) && (latitude === null) === (longitude === null)
}
