import { Prisma } from '../generated/prisma/client.js'

/** A tag that was put on assets, or taken off them. */
interface TagChange {
  /** Whether side-cars are written; without it, nothing is noted. */
  isNoted: boolean
  /** A query of the assets, `id`. */
  assets: Prisma.Sql
  /** The name of the tag. */
  name: Prisma.Sql
  isAdded: boolean
}

/** A part of a statement, with a comma before it, that notes changes of tags for the side-cars of the assets. */
export function noteForSidecars({ isNoted, assets, name, isAdded }: TagChange): Prisma.Sql {
  if (!isNoted) return Prisma.empty
  return Prisma.sql`, ${isAdded ? Prisma.sql`noted_on` : Prisma.sql`noted_off`} AS (
    INSERT INTO sidecar_change (asset_id, name, is_added)
    SELECT id, ${name}, ${isAdded} FROM (${assets}) AS changed
  )`
}

/** The name of a tag in a statement. */
export function nameOf(tagId: string): Prisma.Sql {
  return Prisma.sql`(SELECT name FROM tag WHERE id = ${tagId}::uuid)`
}
