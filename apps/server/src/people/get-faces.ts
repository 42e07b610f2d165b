import type { AssetFace } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { requireAsset } from '../assets/access.js'
import { isVisible } from '../assets/asset.js'
import { ask } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

export const getFaces: Handler<'getFaces'> = async ({ query: { id }, caller: { user } }, { database }) => {
  const [row] = await ask<{ faces: AssetFace[] }>(
    database,
    Prisma.sql`
      SELECT (
        SELECT coalesce(json_agg(face ORDER BY face."boundingBoxX1", face.id), '[]')
        FROM (
          SELECT asset_face.id, bounding_box_x1 AS "boundingBoxX1", bounding_box_x2 AS "boundingBoxX2", bounding_box_y1 AS "boundingBoxY1",
            bounding_box_y2 AS "boundingBoxY2", image_height AS "imageHeight", image_width AS "imageWidth",
            CASE WHEN person.id IS NOT NULL THEN json_build_object('birthDate', birth_date, 'id', person.id, 'isHidden', is_hidden,
              'name', name, 'thumbnailPath', thumbnail_path) END AS person
          FROM asset_face LEFT JOIN person ON person.id = person_id
          WHERE asset_id = asset.id AND is_hidden IS NOT TRUE
        ) AS face
      ) AS faces
      FROM asset WHERE asset.id = ${id}::uuid AND owner_id = ${user.id}::uuid AND ${isVisible}`,
  )
  return { status: 200, body: requireAsset(row ?? null).faces }
}
