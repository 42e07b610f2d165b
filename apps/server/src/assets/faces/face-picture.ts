import { ask, type Queryable } from '../../database/ask.js'
import { type AssetFace, Prisma } from '../../generated/prisma/client.js'

/** A face of a person, in pixels of the upright photo of `imageWidth` by `imageHeight`. */
export type PersonFace = Pick<
  AssetFace,
  'boundingBoxX1' | 'boundingBoxX2' | 'boundingBoxY1' | 'boundingBoxY2' | 'imageWidth' | 'imageHeight'
> & { personId: string }

/** Lists the faces of a photo whose people have no picture, or one from this photo: for each person the largest. */
export function listFacesToDraw(
  database: Queryable,
  { assetId, keyPrefix }: { assetId: string; keyPrefix: string },
): Promise<PersonFace[]> {
  return ask<PersonFace>(
    database,
    Prisma.sql`
      SELECT DISTINCT ON (person.id) person.id AS "personId", bounding_box_x1 AS "boundingBoxX1",
        bounding_box_x2 AS "boundingBoxX2", bounding_box_y1 AS "boundingBoxY1", bounding_box_y2 AS "boundingBoxY2",
        image_width AS "imageWidth", image_height AS "imageHeight"
      FROM asset_face JOIN person ON person.id = person_id
      WHERE asset_id = ${assetId}::uuid AND (thumbnail_path = '' OR starts_with(thumbnail_path, ${keyPrefix}))
      ORDER BY person.id, (bounding_box_x2 - bounding_box_x1) * (bounding_box_y2 - bounding_box_y1) DESC`,
  )
}

/** Records the pictures of people who have none. */
export async function saveFacePictures(
  database: Queryable,
  pictures: { personId: string; key: string }[],
): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE person SET thumbnail_path = key, updated_at = now()
      FROM unnest(${pictures.map(({ personId }) => personId)}::uuid[], ${pictures.map(({ key }) => key)}::text[])
        AS incoming (person_id, key)
      WHERE id = person_id AND thumbnail_path = ''`,
  )
}

/** Lists the photos among these assets that have a preview and show a person without a picture. */
export async function listPhotosOfFaceless(database: Queryable, assetIds: string[]): Promise<string[]> {
  const photos = await ask<{ id: string }>(
    database,
    Prisma.sql`
      SELECT DISTINCT asset.id FROM asset JOIN asset_face ON asset_id = asset.id JOIN person ON person.id = person_id
      WHERE asset.id = ANY (${assetIds}::uuid[]) AND type = 'IMAGE' AND resized AND thumbnail_path = ''`,
  )
  return photos.map(({ id }) => id)
}
