import * as z from 'zod'
import { examples, sample } from './example.js'
import type { Fields, NamedObject } from './named-object.js'
import { Ids } from './primitives.js'

const faultOfId = [
  '`duplicate`: it is there already, or is earlier in the list.',
  '`not_found`: there is no such asset that the caller may use, or it is not there to be removed.',
  "`no_permission`: the caller sees it there, but only its owner and the album's may remove it.",
].join(' ')

const bulkIds = z
  .strictObject({
    ids: Ids.describe('The ids of assets, at most 100,000.'),
  })
  .describe('The assets to add to an album, to remove from it, or to restore.')
  .register(examples, { example: { ids: [sample.photo] } })
export interface BulkIds extends Fields<typeof bulkIds> {}
export interface BulkIdsSchema extends NamedObject<typeof bulkIds, BulkIds> {}
export const BulkIds: BulkIdsSchema = bulkIds

const bulkIdResult = z
  .object({
    id: z.string().describe('The id that was given.'),
    success: z.boolean().describe('Whether this id changed something.'),
    error: z.enum(['duplicate', 'no_permission', 'not_found']).optional().describe(`Why not. ${faultOfId}`),
  })
  .describe('The result for one id.')
  .register(examples, { example: { id: sample.photo, success: true } })
export interface BulkIdResult extends Fields<typeof bulkIdResult> {}
export interface BulkIdResultSchema extends NamedObject<typeof bulkIdResult, BulkIdResult> {}
export const BulkIdResult: BulkIdResultSchema = bulkIdResult

const assetIds = z
  .strictObject({
    assetIds: Ids.describe('The ids of assets, at most 100,000.'),
  })
  .describe('The assets to tag, to remove a tag from, or to download.')
  .register(examples, { example: { assetIds: [sample.photo] } })
export interface AssetIds extends Fields<typeof assetIds> {}
export interface AssetIdsSchema extends NamedObject<typeof assetIds, AssetIds> {}
export const AssetIds: AssetIdsSchema = assetIds

const assetIdResult = z
  .object({
    assetId: z.string().describe('The id that was given.'),
    success: z.boolean().describe('Whether this id changed something.'),
    error: z
      .enum(['duplicate', 'not_found'])
      .optional()
      .describe(
        'The reason why nothing changed. `duplicate`: the asset has the tag already, or is earlier in the ' +
          'list. `not_found`: the caller has no such asset, or it does not have the tag.',
      ),
  })
  .describe('The result for one asset.')
  .register(examples, { example: { assetId: sample.photo, success: true } })
export interface AssetIdResult extends Fields<typeof assetIdResult> {}
export interface AssetIdResultSchema extends NamedObject<typeof assetIdResult, AssetIdResult> {}
export const AssetIdResult: AssetIdResultSchema = assetIdResult
