import type { Answer, Call } from './call.js'
import { caller } from './caller.js'

const enqueue = {
  name: 'enqueue',
  text: `WITH ${caller}, requested AS (
      SELECT DISTINCT id FROM unnest($4::uuid[]) AS requested (id)
    ), usable AS (
      SELECT asset.id, asset.owner_id FROM requested JOIN asset USING (id) JOIN caller ON caller.id = asset.owner_id WHERE asset.deleted_at IS NULL
    ), complete AS (
      SELECT count(*) = (SELECT count(*) FROM requested) AS complete FROM usable
    ), queued AS (
      INSERT INTO asset_job AS job (asset_id, name, owner_id)
      SELECT id, $3, owner_id FROM usable, complete WHERE complete
      ON CONFLICT (asset_id, name) DO UPDATE SET state = 'queued', queued_at = now(), due_at = now()
    )
    SELECT complete FROM complete WHERE complete`,
}

/** Queues jobs in one statement. A job that is already queued is written again, and no worker is notified. */
export async function runAssetJobs({ database, key, body }: Call): Promise<Answer> {
  const { assetIds, name } = body as { assetIds: string[]; name: string }
  const { rows } = await database.query({ ...enqueue, values: [...key, name, assetIds] })
  return { status: rows.length > 0 ? 204 : 400 }
}
