import { type Order, sortedBy } from '../assets/asset-pieces.js'
import { visibleAlbumIds } from '../assets/visibility.js'
import { ask, type Queryable, uuids } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import type { Filter } from './filter.js'
import type { Term } from './terms.js'

/** The albums, tags and people whose names have a word that is looked for. */
export interface Label {
  /** Which term it is, or behind the terms which person of the filter. */
  position: number
  albums: string[]
  tags: string[]
  people: string[]
}

/** They begin with the term whose labels have the fewest assets. */
export type Labels = Label[]

/** What is looked for, and which part of it is wanted. */
export interface Search {
  ownerId: string
  filter: Filter
  /** Empty when no words are looked for. */
  terms: Term[]
  labels: Labels
  order: Order
  skipped: number
  limit: number
}

/** Where the assets of a label are, each table in the order of its lists. */
const kinds = {
  albums: { table: Prisma.sql`album_asset`, column: Prisma.sql`album_id` },
  tags: { table: Prisma.sql`tag_asset`, column: Prisma.sql`tag_id` },
  people: { table: Prisma.sql`asset_face`, column: Prisma.sql`person_id` },
} as const
const kindNames = ['albums', 'tags', 'people'] as const

/**
 * Finds the labels of a search, of which each person of the filter is one. Their names are no words of their assets: thousands of assets
 * get a tag, or a person another name, and no words are written.
 */
export function findLabels(
  queryable: Queryable,
  { ownerId, terms, personIds }: { ownerId: string; terms: Term[]; personIds: string[] },
): Promise<Labels> {
  const words = terms.map(({ word, isBeginning }) => ` ${word}${isBeginning ? '' : ' '}`)
  const collectIds = (kind: string) => Prisma.sql`coalesce(array_agg(id::text) FILTER (WHERE kind = ${kind}), '{}')`
  const held = kindNames.map((kind) => {
    const { table, column } = kinds[kind]
    return Prisma.sql`SELECT FROM ${table} WHERE ${column} = ANY (${Prisma.raw(kind)}::uuid[])`
  })
  return ask<Label>(
    queryable,
    Prisma.sql`
      SELECT found.* FROM (
        SELECT (position - 1)::int AS position, ${collectIds('album')} AS albums, ${collectIds('tag')} AS tags, ${collectIds('person')} AS people
        FROM (
          SELECT 'album' AS kind, id, fold_words(album_name) AS words FROM album WHERE id IN (${visibleAlbumIds(ownerId)})
          UNION ALL SELECT 'tag', id, fold_words(name) FROM tag WHERE user_id = ${ownerId}::uuid
          UNION ALL SELECT 'person', id, fold_words(name) FROM person WHERE owner_id = ${ownerId}::uuid AND NOT is_hidden
          OFFSET 0
        ) AS label, unnest(${words}::text[]) WITH ORDINALITY AS term (word, position)
        WHERE strpos(label.words, term.word) > 0
        GROUP BY position
        UNION ALL
        SELECT (${terms.length} + position - 1)::int, '{}', '{}', ARRAY[wanted.id::text]
        FROM unnest(${uuids(personIds)}::uuid[]) WITH ORDINALITY AS wanted (id, position) JOIN person USING (id)
        WHERE owner_id = ${ownerId}::uuid AND NOT is_hidden
      ) AS found
      ORDER BY (SELECT count(*) FROM (${Prisma.join(held, ' UNION ALL ')} LIMIT 20000) AS held), position`,
  )
}

/** The condition that an asset, a row of `asset_search`, has the word of each of these terms among its words or in the name of a label. */
export function writeHolds({ terms, labels }: Search, asset: Prisma.Sql, positions: number[]): Prisma.Sql {
  const conditions = positions.map((position) => {
    const label = labels.find((each) => each.position === position)
    const held = kindNames.flatMap((kind) => {
      if (!label || label[kind].length === 0) return []
      const { table, column } = kinds[kind]
      // Without OFFSET 0, each asset would be looked up under each label.
      return [
        Prisma.sql`OR EXISTS (
        SELECT FROM (SELECT ${column} FROM ${table} WHERE asset_id = ${asset}.asset_id OFFSET 0) AS held
        WHERE ${column} = ANY (${uuids(label[kind])}::uuid[]))`,
      ]
    })
    const word = terms[position]
    const isWord = word ? Prisma.sql`${asset}.words @@ ${word.query}::tsquery` : Prisma.sql`false`
    return Prisma.sql`AND (${isWord} ${Prisma.join([Prisma.empty, ...held], ' ')})`
  })
  return Prisma.join([Prisma.empty, ...conditions], ' ')
}

interface Limits {
  /** The condition of an asset `listed`. */
  isMatch: Prisma.Sql
  /** The condition that nothing more is wanted. */
  isEnough: Prisma.Sql
  most: Prisma.Sql
}

/** Adds the caller's own assets of the labels of one term, with the other words. */
export function selectLabelled(
  search: Search,
  { position, ...ids }: Label,
  { isMatch, isEnough, most }: Limits,
): Prisma.Sql {
  const all = [...search.terms.keys(), ...search.labels.map((label) => label.position)]
  const others = [...new Set(all)].filter((each) => each !== position)
  const parts = kindNames.flatMap((kind) => {
    if (ids[kind].length === 0) return []
    const { table, column } = kinds[kind]
    return [
      Prisma.sql`
      UNION SELECT found.asset_id, found.file_created_at
      FROM unnest(${uuids(ids[kind])}::uuid[]) AS label (id), LATERAL (
        SELECT DISTINCT held.asset_id, held.file_created_at FROM ${table} AS held JOIN asset_search AS listed USING (asset_id)
        WHERE held.${column} = label.id AND listed.owner_id = ${search.ownerId}::uuid
          ${writeHolds(search, Prisma.sql`listed`, others)} AND ${isMatch}
        ${sortedBy[search.order]} LIMIT ${most}
      ) AS found WHERE NOT ${isEnough}`,
    ]
  })
  return Prisma.join(parts, ' ')
}
