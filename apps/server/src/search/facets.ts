import type { Place as FoundPlace } from '@media-library/contract'
import { rememberByVersion } from '../answers/remembered.js'
import { type Json, jsonValue } from '../answers/sent-body.js'
import { selectTrashedIds } from '../assets/asset.js'
import { constant } from '../assets/asset-pieces.js'
import { findOwnVersion } from '../assets/get-all-assets.js'
import { ask, type Database, uuids } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { foldText } from './fold-words.js'

/** Visible assets of a user that have one place and camera. */
export interface Facet {
  city: string | null
  state: string | null
  country: string | null
  make: string | null
  model: string | null
  count: number
  /** The newest one. */
  coverId: string
  coverAt: Date
  /** One with coordinates; null without any. */
  locatedId: string | null
}

/** A facet of a city, with the coordinates of one of its assets; null without any. */
export interface Place extends Facet {
  latitude: number | null
  longitude: number | null
  /** Its names, folded: to fold and convert thousands for each search would keep the thread that answers all requests. */
  folded: string
  /** What a search for places answers; null without a place. */
  text: Json<FoundPlace> | null
}

/** A library of 1,000,000 assets has some thousands. */
const MOST_FACETS = 10_000

/** Those of 10 users are remembered. */
const remembered = 10
const rememberFacets = rememberByVersion<Facet[]>(remembered)
const rememberPlaces = rememberByVersion<Place[]>(remembered)

/** Reads the facets of a user once for each version of their list. */
export async function readFacets(database: Database, ownerId: string): Promise<Facet[]> {
  const version = await findOwnVersion(database, ownerId)
  return rememberFacets(ownerId, version, () => listFacets(database, ownerId))
}

/** The trash is counted, and taken away. */
function listFacets(database: Database, ownerId: string): Promise<Facet[]> {
  return ask<Facet>(
    database,
    Prisma.sql`
      WITH counted AS MATERIALIZED (
        SELECT facet, max(city) AS city, max(state) AS state, max(country) AS country, max(make) AS make, max(model) AS model,
          bool_or(is_located) AS is_located, sum(facet_count.count) - coalesce(max(trashed.count), 0) AS count
        FROM facet_count LEFT JOIN (
          SELECT facet, count(*) FROM asset_search WHERE asset_id IN (${selectTrashedIds(ownerId)}) GROUP BY facet
        ) AS trashed USING (facet)
        WHERE owner_id = ${ownerId}::uuid GROUP BY facet
      )
      SELECT city, state, country, make, model, count::int, asset_id AS "coverId", file_created_at AS "coverAt",
        CASE WHEN is_located THEN asset_id END AS "locatedId"
      FROM (SELECT * FROM counted WHERE count > 0 ORDER BY count DESC, facet LIMIT ${constant(MOST_FACETS)}) AS most, LATERAL (
        SELECT asset_id, file_created_at FROM asset_search
        WHERE facet = most.facet AND NOT EXISTS (
          SELECT FROM flagged_asset AS trashed
          WHERE owner_id = ${ownerId}::uuid AND trashed.asset_id = asset_search.asset_id AND deleted_at IS NOT NULL OFFSET 0
        )
        ORDER BY file_created_at DESC, asset_id DESC LIMIT 1
      ) AS cover
      ORDER BY count DESC, city, state, country, make, model`,
  )
}

/** Reads the facets of a user by city, those with most assets first. */
export async function readPlaces(database: Database, ownerId: string): Promise<Place[]> {
  const version = await findOwnVersion(database, ownerId)
  return rememberPlaces(ownerId, version, async () => {
    const facets = await readFacets(database, ownerId)
    const cities = joinFacets(facets, ({ city, state, country }) => city && JSON.stringify([city, state, country]))
    return locate(database, cities)
  })
}

interface Coordinates {
  id: string
  latitude: number
  longitude: number
}

async function locate(database: Database, cities: Facet[]): Promise<Place[]> {
  const rows = await ask<Coordinates>(
    database,
    Prisma.sql`
      SELECT asset_id AS id, latitude, longitude FROM exif
      WHERE asset_id = ANY (${uuids(cities.flatMap(({ locatedId }) => locatedId ?? []))}::uuid[])`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return cities.map((city) => {
    const { latitude = null, longitude = null } = byId.get(city.locatedId ?? '') ?? {}
    const place = { ...city, latitude, longitude }
    return { ...place, folded: foldText([city.city, city.state, city.country].join(' ')), text: toText(place) }
  })
}

function toText({
  city,
  state,
  country,
  latitude,
  longitude,
  count,
  coverId,
}: Omit<Place, 'folded' | 'text'>): Json<FoundPlace> | null {
  if (city === null || latitude === null || longitude === null) return null
  const within = { ...(state && { admin1name: state }), ...(country && { admin2name: country }) }
  return jsonValue({ name: city, ...within, latitude, longitude, count, coverId })
}

/** Joins the facets that have the same key, those with most assets first. A facet without a key is left out. */
export function joinFacets(facets: Facet[], toKey: (facet: Facet) => string | null): Facet[] {
  const joined = new Map<string, Facet>()
  for (const facet of facets) {
    const key = toKey(facet)
    if (key === null || key === '') continue
    const known = joined.get(key)
    joined.set(key, known ? join(known, facet) : facet)
  }
  return [...joined.values()].sort((one, other) => other.count - one.count)
}

function join(one: Facet, other: Facet): Facet {
  const [newer, older] = one.coverAt < other.coverAt ? [other, one] : [one, other]
  return { ...newer, locatedId: newer.locatedId ?? older.locatedId, count: one.count + other.count }
}
