import { purge } from '../../../asset-changes/purge.js'
import { deleteForGood } from '../../../asset-changes/trash.js'
import type { OpenContext } from '../../../context.js'
import type { PrismaDatabase } from '../../../database/connect.js'
import { inTransaction } from '../../../database/transaction.js'
import { UserError } from '../../../errors.js'
import { Prisma } from '../../../generated/prisma/client.js'
import { counted, toSize } from '../../terminal/messages.js'

const SHOWN = 10

type Found = { id: string; isExternal: boolean; uploadedBytes: bigint | null }

/** Finds assets by their ids, including deleted ones. Throws a UserError with the unknown ids. */
export async function requireAssets(database: PrismaDatabase, ids: string[]): Promise<Found[]> {
  const found = await findAssets(database, { id: { in: ids } })
  const foundIds = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !foundIds.has(id))
  if (missing.length === 0) return found
  const named = missing.slice(0, SHOWN).join(', ') + (missing.length > SHOWN ? ', …' : '')
  const fault = missing.length === 1 ? `there is no asset ${named}` : `there are no assets ${named}`
  throw new UserError(`${fault}. \`media-library asset list\` lists the assets.`)
}

/** Finds visible assets, with the columns that `describeDeletion` needs. */
export function findAssets(database: PrismaDatabase, where: Prisma.AssetWhereInput): Promise<Found[]> {
  const select = { id: true, isExternal: true, uploadedBytes: true }
  return database.asset.findMany({ where: { ...where, isVisible: true }, select })
}

/** Describes what is deleted for good, and what is kept. */
export function describeDeletion(assets: Found[]): string {
  const uploads = assets.filter(({ isExternal }) => !isExternal)
  const bytes = uploads.reduce((sum, { uploadedBytes }) => sum + Number(uploadedBytes ?? 0), 0)
  const files = `${counted(uploads.length, 'uploaded file')} (${toSize(bytes)})`
  const kept = uploads.length < assets.length ? 'Imported files stay where they are, and are not imported again.\n' : ''
  return `This deletes ${counted(assets.length, 'asset')} for good, with ${files}.\n${kept}`
}

/** Deletes assets for good, and removes the files of uploads. */
export async function deleteAssets(
  { config, database, logger, openDerived, openOriginals }: OpenContext,
  ids: string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += 1_000) {
    const chosen = Prisma.sql`SELECT unnest(${ids.slice(start, start + 1_000)}::uuid[])`
    await inTransaction(database, (transaction) => deleteForGood(transaction, chosen))
  }
  const [derived, originals] = await Promise.all([openDerived(), openOriginals()])
  await purge({ config, database, derived, originals, logger })
}
