import type { Answer, Call } from './call.js'
import { caller } from './caller.js'

const enqueue = {
  name: 'enqueue',
  text: `WITH ${caller}, given AS (
      SELECT DISTINCT id FROM unnest($4::uuid[]) AS given (id)
    ), usable AS (
      SELECT asset.id FROM given JOIN asset USING (id) JOIN caller ON caller.id = asset.owner_id WHERE asset.deleted_at IS NULL
    ), specs AS (
      SELECT array_agg((
        $3, json_build_object('assetId', id), NULL, NULL, NULL, id || ':' || $3, NULL, NULL
      )::graphile_worker.job_spec) AS specs
      FROM usable
      HAVING count(*) = (SELECT count(*) FROM given)
    )
    SELECT (SELECT count(*) FROM graphile_worker.add_jobs(specs)) FROM specs`,
}

/** Hands jobs to the queue in one statement. It keeps no record of them beside the queue, as we do. */
export const runAssetJobs = async ({ pool, key, body }: Call): Promise<Answer> => {
  const { assetIds, name } = body as { assetIds: string[]; name: string }
  const { rowCount } = await pool.query({ ...enqueue, values: [...key, name, assetIds] })
  return { status: rowCount ? 204 : 400 }
}
