import * as z from 'zod'
import { examples, sample } from './example.js'
import { Ids } from './primitives.js'

const faultOfId = [
  '`duplicate`: it was there already, or stands earlier in the list.',
  '`not_found`: there is no such asset that the caller may use, or it is not there to be removed.',
  "`no_permission`: the caller sees it there, but only its owner and the album's may remove it.",
].join(' ')

export const BulkIds = z
  .strictObject({
    ids: Ids.describe('The ids of assets, at most 100,000.'),
  })
  .describe('Assets: those to add to an album, to remove from it, or to restore.')
  .register(examples, { example: { ids: [sample.photo] } })
export type BulkIds = z.infer<typeof BulkIds>

export const BulkIdResult = z
  .object({
    id: z.string().describe('The id that was given.'),
    success: z.boolean().describe('Whether this id changed something.'),
    error: z.enum(['duplicate', 'no_permission', 'not_found']).optional().describe(`Why not. ${faultOfId}`),
  })
  .describe('What came of one id.')
  .register(examples, { example: { id: sample.photo, success: true } })
export type BulkIdResult = z.infer<typeof BulkIdResult>

export const AssetIds = z
  .strictObject({
    assetIds: Ids.describe('The ids of assets, at most 100,000.'),
  })
  .describe('Assets: those to tag, to take a tag off, or to download.')
  .register(examples, { example: { assetIds: [sample.photo] } })
export type AssetIds = z.infer<typeof AssetIds>

export const AssetIdResult = z
  .object({
    assetId: z.string().describe('The id that was given.'),
    success: z.boolean().describe('Whether this id changed something.'),
    error: z
      .enum(['duplicate', 'not_found'])
      .optional()
      .describe(
        'Why not. `duplicate`: it has the tag already, or stands earlier in the list. `not_found`: the caller has no such asset, or it does not have the tag.',
      ),
  })
  .describe('What came of one asset.')
  .register(examples, { example: { assetId: sample.photo, success: true } })
export type AssetIdResult = z.infer<typeof AssetIdResult>
