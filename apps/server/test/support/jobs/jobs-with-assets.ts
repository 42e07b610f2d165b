import type { PrismaDatabase } from '../../../src/database/connect.js'
import type { Asset, AssetJob, Prisma } from '../../../src/generated/prisma/client.js'

/** Returns jobs by their names, each with its asset. */
export async function listJobsWithAssets(
  database: PrismaDatabase,
  where: Prisma.AssetJobWhereInput = {},
): Promise<(AssetJob & { asset: Asset })[]> {
  const jobs = await database.assetJob.findMany({ where, orderBy: [{ name: 'asc' }, { assetId: 'asc' }] })
  const assets = await database.asset.findMany({ where: { id: { in: jobs.map(({ assetId }) => assetId) } } })
  return jobs.flatMap((job) => {
    const asset = assets.find(({ id }) => id === job.assetId)
    return asset ? [{ ...job, asset }] : []
  })
}
