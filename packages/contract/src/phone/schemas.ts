import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id, MAX_IDS, text } from '../route/primitives.js'
import { moment } from '../route/query.js'

export const DeviceAssetId = z
  .string()
  .describe('What a program called an upload.')
  .register(examples, { example: 'IMG_0412.jpg-180321' })

const updateStackParent = z
  .strictObject({
    newParentId: Id.describe('The asset that becomes the primary asset of the stack.'),
    oldParentId: Id.describe('The primary asset of the stack until now.'),
  })
  .describe('The body of updateStackParent.')
  .register(examples, { example: { newParentId: sample.photo, oldParentId: sample.photo } })
export interface UpdateStackParent extends Fields<typeof updateStackParent> {}
export interface UpdateStackParentSchema extends NamedObject<typeof updateStackParent, UpdateStackParent> {}
export const UpdateStackParent: UpdateStackParentSchema = updateStackParent

const bytes = z.int().describe('In bytes.')
const words = z.string().describe('With its unit.')

const serverInfo = z
  .object({
    diskAvailable: words,
    diskAvailableRaw: bytes,
    diskSize: words,
    diskSizeRaw: bytes,
    diskUsagePercentage: z.number().describe('In percent.'),
    diskUse: words,
    diskUseRaw: bytes,
  })
  .describe('The disk of the folder for uploads.')
  .register(examples, {
    example: {
      diskAvailable: '60.0 GiB',
      diskAvailableRaw: 64_424_509_440,
      diskSize: '100.0 GiB',
      diskSizeRaw: 107_374_182_400,
      diskUsagePercentage: 40,
      diskUse: '40.0 GiB',
      diskUseRaw: 42_949_672_960,
    },
  })
export interface ServerInfo extends Fields<typeof serverInfo> {}
export interface ServerInfoSchema extends NamedObject<typeof serverInfo, ServerInfo> {}
export const ServerInfo: ServerInfoSchema = serverInfo

const usage = z.object({
  photos: z.int().describe('The number of images.'),
  quotaSizeInBytes: z.number().nullable().describe('How many bytes of files the user may upload; null for any number.'),
  usage: z.number().describe('The bytes of the uploaded files.'),
  userId: z.string().describe('The id of the caller.'),
  userName: z.string().describe('The name of the caller.'),
  videos: z.int().describe('The number of videos.'),
})

const serverStatistics = z
  .object({
    photos: z.int().describe('The number of images.'),
    usage: z.number().describe('The bytes of the uploaded files.'),
    usageByUser: z.array(usage).describe('The same, of the caller: nobody learns the figures of others.'),
    videos: z.int().describe('The number of videos.'),
  })
  .describe("Figures of the caller's own library.")
  .register(examples, {
    example: {
      photos: 2,
      usage: 180_321,
      usageByUser: [
        { photos: 2, quotaSizeInBytes: null, usage: 180_321, userId: sample.ada, userName: 'Ada', videos: 0 },
      ],
      videos: 0,
    },
  })
export interface ServerStatistics extends Fields<typeof serverStatistics> {}
export interface ServerStatisticsSchema extends NamedObject<typeof serverStatistics, ServerStatistics> {}
export const ServerStatistics: ServerStatisticsSchema = serverStatistics

const checkExistingAssets = z
  .strictObject({
    deviceAssetIds: z.array(text(1_000)).max(MAX_IDS).describe('What the program called its uploads.'),
    deviceId: text(1_000).describe('What the program called its device.'),
  })
  .describe('The body of checkExistingAssets.')
  .register(examples, { example: { deviceAssetIds: ['IMG_0412.jpg-180321'], deviceId: 'phone' } })
export interface CheckExistingAssets extends Fields<typeof checkExistingAssets> {}
export interface CheckExistingAssetsSchema extends NamedObject<typeof checkExistingAssets, CheckExistingAssets> {}
export const CheckExistingAssets: CheckExistingAssetsSchema = checkExistingAssets

const existingAssets = z
  .object({ existingIds: z.array(z.string()).describe('Those of `deviceAssetIds` that the caller has uploaded.') })
  .describe('The uploads that need no repetition.')
  .register(examples, { example: { existingIds: ['IMG_0412.jpg-180321'] } })
export interface ExistingAssets extends Fields<typeof existingAssets> {}
export interface ExistingAssetsSchema extends NamedObject<typeof existingAssets, ExistingAssets> {}
export const ExistingAssets: ExistingAssetsSchema = existingAssets

const auditDeletes = z
  .object({
    ids: z.array(z.string()).describe('Empty.'),
    needsFullSync: z.boolean().describe('Always true: the service keeps no record of what was deleted.'),
  })
  .describe('What was deleted since a time.')
  .register(examples, { example: { ids: [], needsFullSync: true } })
export interface AuditDeletes extends Fields<typeof auditDeletes> {}
export interface AuditDeletesSchema extends NamedObject<typeof auditDeletes, AuditDeletes> {}
export const AuditDeletes: AuditDeletesSchema = auditDeletes

const auditFilter = z
  .object({
    after: moment().optional().describe('Has no effect.'),
    entityType: z.enum(['ASSET', 'ALBUM']).optional().describe('Has no effect.'),
    userId: Id.optional().describe('The id of the caller. Any other id gets 404.'),
  })
  .describe('The query of getAuditDeletes.')
export interface AuditFilter extends Fields<typeof auditFilter> {}
export interface AuditFilterSchema extends NamedObject<typeof auditFilter, AuditFilter> {}
export const AuditFilter: AuditFilterSchema = auditFilter
