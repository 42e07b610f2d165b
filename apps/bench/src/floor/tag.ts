import { assetColumns, assetJoins, newestFirst, toAssets } from '@media-library/test-support/plain-asset'
import type { Answer, Call } from './call.js'
import { caller } from './caller.js'

const find = {
  name: 'tag',
  text: `WITH ${caller} SELECT tag.id FROM caller JOIN tag ON tag.user_id = caller.id WHERE tag.id = $3`,
}

const list = {
  name: 'tag-assets',
  text: `WITH ${caller} SELECT ${assetColumns}
    FROM caller JOIN tag ON tag.user_id = caller.id JOIN tag_asset ON tag_asset.tag_id = tag.id
      JOIN asset ON asset.id = tag_asset.asset_id ${assetJoins} AND tag.id = $3 ${newestFirst}`,
}

/**
 * Lists the assets of a tag. A conditional request is answered with 304 once the key and the tag are found, even if the list has changed:
 * no server that knows a list's version can do less.
 */
export async function getTagAssets({ database, key, id, condition }: Call): Promise<Answer> {
  const values = [...key, id]
  if (condition !== undefined)
    return { status: (await database.query({ ...find, values })).rows.length > 0 ? 304 : 404 }
  const { rows } = await database.query({ ...list, values })
  return rows.length > 0 ? { status: 200, body: await toAssets(database, rows) } : { status: 404 }
}
