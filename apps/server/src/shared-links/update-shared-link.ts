import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma, type SharedLink } from '../generated/prisma/client.js'
import { requireLink } from './access.js'
import { hashNewPassword } from './create-shared-link.js'
import { readOwnLink } from './get-shared-links.js'

export const updateSharedLink: Handler<'updateSharedLink'> = async (
  { params: { id }, body, caller, endTurn, req },
  { database },
) => {
  const { user } = caller
  const { password, changeExpiryTime, expiresAt = changeExpiryTime ? null : undefined, ...rest } = body
  const passwordHash = await hashNewPassword(password, user.id)
  const change = {
    ...rest,
    ...(passwordHash !== undefined && { passwordHash }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
  }
  const isFound = await inStatement(database, (queryable) => changeOwnLink(queryable, { id, userId: user.id }, change))
  requireLink(isFound || null)
  void announceEvents(database)
  audit(req, { act: 'changed a link', userId: user.id, linkId: id })
  return { status: 200, body: await readOwnLink(database, id, { caller, endTurn }) }
}

type LinkChange = {
  [Name in 'description' | 'passwordHash' | 'allowDownload' | 'allowUpload' | 'showMetadata' | 'expiresAt']?:
    | SharedLink[Name]
    | undefined
}

/** Changes a link of a user. What is undefined does not change. Returns false when the user has no such link. */
export async function changeOwnLink(
  queryable: Queryable,
  { id, userId }: { id: string; userId: string },
  change: LinkChange,
): Promise<boolean> {
  const { description, passwordHash, allowDownload, allowUpload, showMetadata, expiresAt } = change
  const rows = await ask<{ id: string }>(
    queryable,
    Prisma.sql`
      WITH changed AS (
        UPDATE shared_link SET
          description = CASE WHEN ${description !== undefined}::boolean THEN nullif(${description ?? null}, '') ELSE description END,
          password_hash = CASE WHEN ${passwordHash !== undefined}::boolean THEN ${passwordHash ?? null} ELSE password_hash END,
          allow_download = coalesce(${allowDownload ?? null}::boolean, allow_download),
          allow_upload = coalesce(${allowUpload ?? null}::boolean, allow_upload),
          show_metadata = coalesce(${showMetadata ?? null}::boolean, show_metadata),
          expires_at = CASE WHEN ${expiresAt !== undefined}::boolean THEN ${expiresAt ?? null}::timestamptz ELSE expires_at END
        WHERE id = ${id}::uuid AND user_id = ${userId}::uuid
        RETURNING id
      ), recorded AS (
        INSERT INTO event (type, link_id, subject) SELECT 'link.updated', id, ${userId} FROM changed
      )
      SELECT id FROM changed`,
  )
  return rows.length > 0
}
