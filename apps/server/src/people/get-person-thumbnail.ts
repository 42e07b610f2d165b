import type { Handler } from '../answers/handler.js'
import { noPicture } from '../assets/access.js'
import { isVisible } from '../assets/asset.js'
import { openDerived, signing } from '../assets/files/derived.js'
import { answerFromStore, toStoreProblem } from '../assets/files/elsewhere.js'
import { toFileName } from '../assets/files/file-names.js'
import { toExchange } from '../assets/files/serve-file.js'
import type { ServerContext } from '../context.js'
import { ask } from '../database/ask.js'
import { type AssetJobState, Prisma } from '../generated/prisma/client.js'
import { announceJobs, enqueueJobs } from '../jobs/queue/enqueue-jobs.js'
import { requirePerson } from './access.js'
import { isOwnPerson, type OwnedPerson } from './person.js'
import { removePicture } from './remove-picture.js'

export const getPersonThumbnail: Handler<'getPersonThumbnail'> = async (
  { params: { id }, caller, endTurn, req, res },
  context,
) => {
  const person = { id, ownerId: caller.user.id }
  const picture = requirePerson(await findPicture(context, person))
  const file = picture.isUsable && picture.key !== '' ? await openDerived(context, picture.key) : null
  if (file === null) throw noPicture({ pictureJob: await requestPicture(context, person, picture) })
  endTurn()
  return answerFromStore(context, toExchange(context, { req, res, caller }), {
    file,
    sign: signing(context, picture.key),
    type: 'image/jpeg',
    name: toFileName(`${picture.name || 'person'}.jpeg`, 'jpeg'),
    isNamed: false,
    toProblem: (error) => toStoreProblem(context.logger, error),
  })
}

interface PictureRow {
  name: string
  key: string
  coverId: string | null
  /** Whether the cover is visible, and still shows the person. */
  isUsable: boolean
  job: AssetJobState | null
}

async function findPicture({ database }: ServerContext, person: OwnedPerson): Promise<PictureRow | null> {
  const [found] = await ask<PictureRow>(
    database,
    Prisma.sql`
      SELECT person.name, thumbnail_path AS key, cover_asset_id AS "coverId", job.state::text AS job, EXISTS (
        SELECT FROM asset_face JOIN asset ON asset.id = asset_id
        WHERE asset_id = cover_asset_id AND person_id = person.id AND ${isVisible}
      ) AS "isUsable"
      FROM person LEFT JOIN asset_job AS job ON job.asset_id = cover_asset_id AND job.name = 'regenerate-thumbnail'
      WHERE ${isOwnPerson(person)}`,
  )
  return found ?? null
}

/** Queues the job that makes a picture of a person, unless it is waiting or has failed. Returns its state; null without any photo. */
async function requestPicture(
  context: ServerContext,
  person: OwnedPerson,
  { coverId, isUsable, key, job }: PictureRow,
): Promise<AssetJobState | null> {
  if (isUsable && (job === 'queued' || job === 'running' || job === 'failed')) return job
  const cover = isUsable ? coverId : await replaceCover(context, person, key)
  if (cover === null) return null
  await enqueueJobs(context.database, 'regenerate-thumbnail', [cover])
  void announceJobs(context.database)
  return 'queued'
}

/** Chooses another asset for the picture of a person: one with a marked face, and the newest. Returns its id; null when there is none. */
async function replaceCover({ database, ...store }: ServerContext, person: OwnedPerson, key: string) {
  await removePicture(store, key)
  const [row] = await ask<{ coverId: string | null }>(
    database,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (
        SELECT person.id AS person_id, (
          SELECT asset.id FROM asset_face JOIN asset ON asset.id = asset_id
          WHERE person_id = person.id AND asset.type IN ('IMAGE', 'VIDEO') AND ${isVisible}
          ORDER BY resized DESC, image_width > 0 DESC, asset.file_created_at DESC, asset.id DESC LIMIT 1
        ) AS cover_id
        FROM person WHERE ${isOwnPerson(person)}
      ), replaced AS (
        UPDATE person SET cover_asset_id = cover_id, thumbnail_path = '', updated_at = clock_timestamp()
        FROM chosen WHERE person.id = person_id AND (thumbnail_path <> '' OR cover_asset_id IS DISTINCT FROM cover_id)
      )
      SELECT cover_id AS "coverId" FROM chosen`,
  )
  return row?.coverId ?? null
}
