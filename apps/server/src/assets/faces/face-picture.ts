import { ask, type Queryable } from '../../database/ask.js'
import { type AssetFace, Prisma } from '../../generated/prisma/client.js'

/** A face of a person, in pixels of the upright photo of `imageWidth` by `imageHeight`. */
export type PersonFace = Pick<
  AssetFace,
  'boundingBoxX1' | 'boundingBoxX2' | 'boundingBoxY1' | 'boundingBoxY2' | 'imageWidth' | 'imageHeight'
> & { personId: string }

/** The condition that the picture of a person is to be cut out of an asset. */
function isDrawnFrom(assetId: string) {
  return Prisma.sql`(cover_asset_id = ${assetId}::uuid OR (cover_asset_id IS NULL AND thumbnail_path = ''))`
}

/** Lists the faces of an asset of which the pictures of people are made: for each person the largest. One without a box has no width. */
export function listFacesToDraw(database: Queryable, assetId: string): Promise<PersonFace[]> {
  return ask<PersonFace>(
    database,
    Prisma.sql`
      SELECT DISTINCT ON (person.id) person.id AS "personId", bounding_box_x1 AS "boundingBoxX1",
        bounding_box_x2 AS "boundingBoxX2", bounding_box_y1 AS "boundingBoxY1", bounding_box_y2 AS "boundingBoxY2",
        image_width AS "imageWidth", image_height AS "imageHeight"
      FROM asset_face JOIN person ON person.id = person_id
      WHERE asset_id = ${assetId}::uuid AND ${isDrawnFrom(assetId)}
      ORDER BY person.id, (bounding_box_x2 - bounding_box_x1) * (bounding_box_y2 - bounding_box_y1) DESC`,
  )
}

/** Records the pictures of people that were cut out of an asset, unless they have another cover by now. */
export async function saveFacePictures(
  database: Queryable,
  assetId: string,
  pictures: { personId: string; key: string }[],
): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE person SET thumbnail_path = key, cover_asset_id = ${assetId}::uuid, updated_at = now()
      FROM unnest(${pictures.map(({ personId }) => personId)}::uuid[], ${pictures.map(({ key }) => key)}::text[])
        AS incoming (person_id, key)
      WHERE id = person_id AND thumbnail_path = '' AND ${isDrawnFrom(assetId)}`,
  )
}

/** Lists the photos among these assets that have a preview and show a person without a picture. */
export async function listPhotosOfFaceless(database: Queryable, assetIds: string[]): Promise<string[]> {
  const photos = await ask<{ id: string }>(
    database,
    Prisma.sql`
      SELECT DISTINCT asset.id FROM asset JOIN asset_face ON asset_id = asset.id JOIN person ON person.id = person_id
      WHERE asset.id = ANY (${assetIds}::uuid[]) AND type = 'IMAGE' AND resized AND thumbnail_path = ''
        AND coalesce(cover_asset_id = asset.id, true)`,
  )
  return photos.map(({ id }) => id)
}
