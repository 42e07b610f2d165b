import { rememberByVersion } from '../answers/remembered.js'
import { isVisible } from '../assets/asset.js'
import { constant } from '../assets/asset-pieces.js'
import { findOwnVersion } from '../assets/get-all-assets.js'
import { ask, type Database } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

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
  /** The middle of those with coordinates; null without any. */
  latitude: number | null
  longitude: number | null
}

/** A library of 1,000,000 assets has some thousands. */
const MOST_FACETS = 10_000

/** Those of 10 users are remembered. */
const remember = rememberByVersion<Facet[]>(10)

/** Reads the facets of a user once for each version of their list, because those of a million assets take some seconds. */
export async function readFacets(database: Database, ownerId: string): Promise<Facet[]> {
  const version = await findOwnVersion(database, ownerId)
  return remember(ownerId, version, () => groupAssets(database, ownerId))
}

function groupAssets(database: Database, ownerId: string): Promise<Facet[]> {
  return ask<Facet>(
    database,
    Prisma.sql`
      SELECT city, state, country, make, model, count(*)::int AS count, avg(latitude) AS latitude, avg(longitude) AS longitude,
        right(max(to_char(asset.file_created_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSMS') || asset.id), 36)::uuid AS "coverId",
        max(asset.file_created_at) AS "coverAt"
      FROM asset JOIN exif ON exif.asset_id = asset.id
      WHERE asset.owner_id = ${ownerId}::uuid AND ${isVisible} AND coalesce(city, state, country, make, model) IS NOT NULL
      GROUP BY city, state, country, make, model
      ORDER BY count(*) DESC, city, state, country, make, model
      LIMIT ${constant(MOST_FACETS)}`,
  )
}

/** Reads the facets of a user by city, those with most assets first. */
export async function readPlaces(database: Database, ownerId: string): Promise<Facet[]> {
  const facets = await readFacets(database, ownerId)
  return joinFacets(facets, ({ city, state, country }) => (city ? JSON.stringify([city, state, country]) : null))
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
  const newer = one.coverAt < other.coverAt ? other : one
  const { latitude, longitude } = one.latitude === null ? other : one
  return { ...newer, latitude, longitude, count: one.count + other.count }
}
