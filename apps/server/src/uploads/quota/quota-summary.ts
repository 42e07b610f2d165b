import { askOne, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The quotas of all users who have one. */
export interface QuotaSummary {
  users: number
  /** The number of them that use 90 % or more. */
  nearlyFull: number
  /** The sum of the quotas in bytes. */
  quota: number
  /** The bytes that they use. */
  used: number
}

/** Adds up the quotas, and what is used of them. */
export function summarizeQuotas(database: Queryable): Promise<QuotaSummary> {
  return askOne<QuotaSummary>(
    database,
    Prisma.sql`
      SELECT count(*)::int AS users, count(*) FILTER (WHERE used.bytes >= 0.9 * quota_bytes)::int AS "nearlyFull",
        coalesce(sum(quota_bytes), 0)::float AS quota, coalesce(sum(used.bytes), 0)::float AS used
      FROM "user" CROSS JOIN LATERAL (
        SELECT coalesce(sum(uploaded_bytes), 0)::float AS bytes FROM asset
        WHERE owner_id = "user".id AND uploaded_bytes IS NOT NULL
      ) AS used
      WHERE quota_bytes IS NOT NULL`,
  )
}
