import { announceVersion } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import { nextLink, readCursor } from '../answers/pages.js'
import { jsonList } from '../answers/sent-body.js'
import { readAssetList, selectListVersion } from '../assets/asset-list.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'
import type { OwnTag } from './tag.js'

export const getTagAssets: Handler<'getTagAssets'> = async (
  { params: { id }, query: { limit = null, cursor }, headers, caller, endTurn, req, res },
  { database },
) => {
  const after = readCursor(cursor)
  const tag = { id, userId: caller.user.id }
  if (headers['if-none-match'] !== undefined) {
    const version = requireTag(await findTagVersion(database, tag))
    if (announceVersion(version, headers['if-none-match'], res)) return { status: 304, body: undefined }
  }

  const list = await readAssetList(database, { ...toListing(tag), endTurn }, { after, limit })
  announceVersion(requireTag(list.version || null), undefined, res)
  if (list.last) res.set('Link', nextLink(req.path, { limit }, list.last))
  return { status: 200, body: jsonList(list.assets) }
}

type TagOfList = Pick<OwnTag, 'id' | 'userId'>

/** Returns the version of the list of a tag of a user, which changes with every byte of the list; null without such a tag. */
export async function findTagVersion(queryable: Queryable, tag: TagOfList): Promise<string | null> {
  const [row] = await ask<{ version: string }>(queryable, selectVersion(tag))
  return row?.version ?? null
}

function selectVersion({ id, userId }: TagOfList) {
  return Prisma.sql`
    SELECT ${selectListVersion(Prisma.raw('tag.id'))} AS version FROM tag WHERE id = ${id}::uuid AND user_id = ${userId}::uuid`
}

/** Describes the list of a tag. The list of another user's tag is empty, so that nothing is read for it. */
function toListing(tag: TagOfList) {
  const select = Prisma.sql`
    SELECT asset_id, file_created_at FROM tag_asset
    WHERE tag_id = ${tag.id}::uuid
      AND EXISTS (SELECT FROM tag WHERE id = ${tag.id}::uuid AND user_id = ${tag.userId}::uuid)`
  const version = Prisma.sql`coalesce((${selectVersion(tag)}), '')`
  return { select, version, order: 'desc', readerId: tag.userId, isOwn: true } as const
}
