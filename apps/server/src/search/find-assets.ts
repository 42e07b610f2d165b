import { constant, sortedBy } from '../assets/asset-pieces.js'
import { Prisma } from '../generated/prisma/client.js'
import { isNotInTrash, isOfFew, isWithoutFilters, listWords, matches } from './filter.js'
import { type Search, selectLabelled, writeHolds } from './labels.js'

/** The number up to which the assets of a search are counted. */
const MOST_COUNTED = 1_000

/** Selects the `ids` of a page, and of one more asset if there is one, and the `total` of the search. */
export function selectFound(search: Search): Prisma.Sql {
  const { order, skipped, limit } = search
  const most = constant(Math.max(MOST_COUNTED, skipped + limit + 1))
  const isByWords = search.terms.length + search.labels.length + listWords(search.filter).length > 0
  return Prisma.sql`
    WITH ${isByWords ? foundByWords(search, most) : foundByFilter(search, most)}
    SELECT
      ARRAY (SELECT asset_id FROM found ${sortedBy[order]} OFFSET ${constant(skipped)} LIMIT ${constant(limit + 1)}) AS ids,
      least(${constant(MOST_COUNTED)}, (SELECT count(*) FROM found))::int AS total`
}

function foundByFilter({ filter, ownerId, order }: Search, most: Prisma.Sql): Prisma.Sql {
  const found = Prisma.sql`
    SELECT id AS asset_id, file_created_at FROM asset WHERE ${matches(filter, ownerId)} AND ${isOfFew(filter, ownerId)}
    ORDER BY ${sortedAs[order]} LIMIT ${most}`
  if (!filter.isFavorite) return Prisma.sql`found AS MATERIALIZED (${found})`
  // Who has many favourites has them among the first assets, and those who have few have a short list.
  return Prisma.sql`
    found_near AS MATERIALIZED (
      SELECT asset_id, file_created_at FROM (
        SELECT asset.*, asset.id AS asset_id FROM asset WHERE owner_id = ${ownerId}::uuid ORDER BY ${sortedAs[order]} LIMIT ${constant(NEAR)}
      ) AS asset WHERE ${matches(filter, ownerId)} LIMIT ${most}
    ), found AS MATERIALIZED (
      SELECT * FROM found_near WHERE (SELECT count(*) FROM found_near) >= ${most}
      UNION ALL SELECT * FROM (${found}) AS listed WHERE (SELECT count(*) FROM found_near) < ${most}
    )`
}

const sortedAs = { asc: Prisma.sql`file_created_at, id`, desc: Prisma.sql`file_created_at DESC, id DESC` } as const

/** How many assets are looked at one by one before the index of words is asked; each also has to be looked up in each label. */
const NEAR = 20_000
const NEAR_WITH_LABELS = 4_000

/**
 * A frequent word is soon found among the first assets, for which the index of words would list all that have it. A rare one has a short
 * list, whose assets are sorted: those of the index and, if it is in the name of labels, those of the labels. Each OFFSET 0 keeps these ways
 * what they are, whatever PostgreSQL knows about the words.
 */
function foundByWords(search: Search, most: Prisma.Sql): Prisma.Sql {
  const { ownerId, order, labels } = search
  const [rarest, ...others] = labels
  const inLabels = labels.map(({ position }) => position)
  const inOthers = others.map(({ position }) => position)
  const near = constant(rarest ? NEAR_WITH_LABELS : NEAR)
  // The index of words knows nobody whom the filter names.
  const isInWords = rarest === undefined || rarest.position < search.terms.length
  const isEnough = Prisma.sql`(SELECT count(*) FROM found_near) >= ${most}`
  const { isQuick, toCondition } = toMatch(search)
  const isMatch = toCondition(Prisma.sql`listed`)
  return Prisma.sql`
    found_near AS MATERIALIZED (
      SELECT asset_id, file_created_at FROM (
        SELECT asset_id, file_created_at, words FROM asset_search WHERE owner_id = ${ownerId}::uuid ${sortedBy[order]} LIMIT ${near}
      ) AS listed
      WHERE ${hasWords(search, inLabels)} ${writeHolds(search, Prisma.sql`listed`, inLabels)} AND ${isMatch} LIMIT ${most}
    ), first_far AS MATERIALIZED (
      SELECT asset_id, file_created_at FROM asset_search WHERE owner_id = ${ownerId}::uuid ${sortedBy[order]} OFFSET ${near} LIMIT 1
    ), found_far AS (
      SELECT asset_id, file_created_at FROM (
        SELECT asset_id, file_created_at FROM (
          SELECT asset_id, file_created_at FROM asset_search
          WHERE ${isInWords ? Prisma.sql`true` : Prisma.sql`false`} AND NOT ${isEnough} AND EXISTS (SELECT FROM first_far) AND ${hasWords(search, inOthers)} AND owner_id = ${ownerId}::uuid
            AND (file_created_at, asset_id) ${comes[order]} (SELECT file_created_at, asset_id FROM first_far)
            ${writeHolds(search, Prisma.sql`asset_search`, inOthers)}
            ${isQuick ? Prisma.sql`AND ${toCondition(Prisma.sql`asset_search`)}` : Prisma.empty}
          OFFSET 0
        ) AS unsorted ${sortedBy[order]} ${isQuick ? Prisma.sql`LIMIT ${most}` : Prisma.empty}
      ) AS listed ${isQuick ? Prisma.empty : Prisma.sql`WHERE ${isMatch} LIMIT ${most}`}
    ), found AS MATERIALIZED (
      SELECT asset_id, file_created_at FROM found_near
      UNION SELECT asset_id, file_created_at FROM found_far
      ${rarest ? selectLabelled(search, rarest, { isMatch, isEnough, most }) : Prisma.empty}
      ${sortedBy[order]} LIMIT ${most}
    )`
}

/** The condition that an asset has among its words those of the filter and of all terms but these. */
function hasWords({ terms, filter }: Search, without: number[]): Prisma.Sql {
  const queries = terms.flatMap(({ query }, position) => (without.includes(position) ? [] : [query]))
  const words = [...queries, ...listWords(filter)]
  return words.length === 0 ? Prisma.sql`true` : Prisma.sql`words @@ (SELECT ${words.join(' & ')}::tsquery)`
}

const comes = { asc: Prisma.sql`>=`, desc: Prisma.sql`<=` } as const

/** The condition for an asset that has words. Without filters, it looks at no row of `asset`, and is true for most. */
function toMatch({ filter, ownerId }: Search) {
  const isQuick = isWithoutFilters(filter)
  const toCondition = (listed: Prisma.Sql) =>
    isQuick
      ? isNotInTrash(filter, ownerId, listed)
      : Prisma.sql`EXISTS (SELECT FROM asset WHERE id = ${listed}.asset_id AND ${matches(filter, ownerId)} OFFSET 0)`
  return { isQuick, toCondition }
}
