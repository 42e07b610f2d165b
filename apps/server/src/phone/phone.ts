import type { ServerStatistics } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { stackBehind } from '../asset-changes/update-assets.js'
import { withOwnAssets } from '../asset-changes/with-own-assets.js'
import { requireSelf } from '../assets/access.js'
import { countByType } from '../assets/get-asset-statistics.js'
import { ask, type Queryable } from '../database/ask.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { readDiskSpace } from '../storage/disk-space.js'
import { countUploadedBytes } from '../users/user.js'

export const updateStackParent: Handler<'updateStackParent'> = async (
  { body: { newParentId, oldParentId }, caller: { user } },
  { database },
) => {
  const stack = { ownerId: user.id, ids: [oldParentId, newParentId] }
  await withOwnAssets(database, { ...stack, inStacks: true }, async (transaction, chosen) => {
    if (newParentId !== oldParentId) await stackBehind(transaction, { ...stack, parentId: newParentId, chosen })
  })
  void announceEvents(database)
  return { status: 200, body: undefined }
}

/** The index has the beginnings of names alone. */
function isOfDevice(deviceId: string) {
  return Prisma.sql`left(device_id, 100) = left(${deviceId}, 100) AND device_id = ${deviceId}`
}

/** Lists the names of a device for those of its uploads that are here, also in the trash. */
export async function listUploads(
  database: Queryable,
  { ownerId, deviceId }: { ownerId: string; deviceId: string },
  among: string[],
): Promise<string[]> {
  const rows = await ask<{ deviceAssetId: string }>(
    database,
    Prisma.sql`
      SELECT DISTINCT device_asset_id AS "deviceAssetId"
      FROM unnest(${among}::text[]) AS asked
        JOIN asset ON left(device_asset_id, 100) = left(asked, 100) AND device_asset_id = asked
      WHERE owner_id = ${ownerId}::uuid AND removed_at IS NULL AND ${isOfDevice(deviceId)}`,
  )
  return rows.map(({ deviceAssetId }) => deviceAssetId)
}

export const checkExistingAssets: Handler<'checkExistingAssets'> = async (
  { body: { deviceId, deviceAssetIds }, caller: { user } },
  { database },
) => ({
  status: 200,
  body: { existingIds: await listUploads(database, { ownerId: user.id, deviceId }, deviceAssetIds) },
})

export const getAllUserAssetsByDeviceId: Handler<'getAllUserAssetsByDeviceId'> = async (
  { params: { deviceId }, caller: { user } },
  { database },
) => {
  const rows = await ask<{ deviceAssetId: string }>(
    database,
    Prisma.sql`
      SELECT device_asset_id AS "deviceAssetId" FROM asset
      WHERE owner_id = ${user.id}::uuid AND removed_at IS NULL AND is_visible AND ${isOfDevice(deviceId)}
      ORDER BY id`,
  )
  return { status: 200, body: rows.map(({ deviceAssetId }) => deviceAssetId) }
}

const GIB = 2 ** 30

export const getServerInfo: Handler<'getServerInfo'> = async (_asked, { config: { dataDir } }) => {
  const { size, used, free } = await readDiskSpace(dataDir)
  const inWords = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`
  return {
    status: 200,
    body: {
      diskAvailable: inWords(free),
      diskAvailableRaw: free,
      diskSize: inWords(size),
      diskSizeRaw: size,
      diskUsagePercentage: size === 0 ? 0 : Math.round((used / size) * 10_000) / 100,
      diskUse: inWords(used),
      diskUseRaw: used,
    },
  }
}

export const getServerStatistics: Handler<'getServerStatistics'> = async ({ caller: { user } }, { database }) => {
  const counts = await countByType(database, { isTrashed: false, ownerId: user.id })
  const findCount = (type: string) => counts.find((row) => row.type === type)?.count ?? 0
  const figures = {
    photos: findCount('IMAGE'),
    videos: findCount('VIDEO'),
    usage: await countUploadedBytes(database, user.id),
  } satisfies Partial<ServerStatistics>
  const own = { ...figures, userId: user.id, userName: user.name, quotaSizeInBytes: user.quotaBytes }
  return { status: 200, body: { ...figures, usageByUser: [own] } }
}

export const getAuditDeletes: Handler<'getAuditDeletes'> = async ({ query: { userId }, caller: { user } }) => {
  requireSelf(user, userId)
  return { status: 200, body: { needsFullSync: true, ids: [] } }
}

export const getPartners: Handler<'getPartners'> = async () => ({ status: 200, body: [] })
