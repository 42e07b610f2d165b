import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import { Id, Ids, text } from '../route/primitives.js'
import { moment } from '../route/query.js'

const settings = {
  isFavorite: z.boolean().optional().describe('Whether it is a favourite.'),
  isArchived: z.boolean().optional().describe('Whether it is archived.'),
  dateTimeOriginal: moment()
    .optional()
    .describe('When it was taken. `localDateTime` becomes the local time of the given offset from UTC.'),
  latitude: z.number().min(-90).max(90).optional().describe('Degrees, north positive; with `longitude`.'),
  longitude: z.number().min(-180).max(180).optional().describe('Degrees, east positive; with `latitude`.'),
}

const placeNeedsBoth = {
  path: ['latitude'],
  params: { code: 'invalid_value', detail: 'and `longitude` must be given together' },
}

export const UpdateAsset = z
  .strictObject({ ...settings, description: text(10_000).optional().describe('The caption; empty for none.') })
  .refine(hasBothOrNone, placeNeedsBoth)
  .describe(
    'The changes of an asset. Properties that are left out stay. Reading the file again does not undo a change.',
  )
  .register(examples, { example: { isFavorite: true, description: 'The lake at dusk' } })
export type UpdateAsset = z.infer<typeof UpdateAsset>

export const UpdateAssets = z
  .strictObject({
    ids: Ids.describe("The caller's own assets."),
    ...settings,
    stackParentId: Id.optional().describe('The asset that the others are stacked behind. Their own stacks join it.'),
    removeParent: z.boolean().optional().describe('`true` takes the assets out of their stacks.'),
  })
  .refine(hasBothOrNone, placeNeedsBoth)
  .refine(({ stackParentId, removeParent }) => stackParentId === undefined || !removeParent, {
    path: ['removeParent'],
    params: { code: 'invalid_value', detail: 'and `stackParentId` cannot be combined' },
  })
  .describe('Assets, and the changes of each of them. Properties that are left out stay.')
  .register(examples, { example: { ids: [sample.photo], isArchived: true } })
export type UpdateAssets = z.infer<typeof UpdateAssets>

export const DeleteAssets = z
  .strictObject({
    ids: Ids.describe("The caller's own assets."),
    force: z.boolean().optional().describe('`true` deletes them for good. By default, they go to the trash.'),
  })
  .describe('The assets to delete.')
  .register(examples, { example: { ids: [sample.photo] } })
export type DeleteAssets = z.infer<typeof DeleteAssets>

function hasBothOrNone({ latitude, longitude }: { latitude?: unknown; longitude?: unknown }) {
  return (latitude === undefined) === (longitude === undefined)
}
