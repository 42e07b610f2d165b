import { describe, expect, test } from 'vitest'
import { createAssets, createTag, createUser } from '../support/database/factories.js'
import { untilBlocked } from '../support/database/statements.js'
import { asProgram } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const client = asProgram(server, ada)

/** Later than the date of any other asset. */
const LATE = '2100-01-01T00:00:00.000Z'

/** Makes a list of assets. Returns how its ids are read. */
const lists: Record<string, (assetIds: string[]) => Promise<() => Promise<string[]>>> = {
  'a new album': async (assetIds) => {
    const { id } = await client.createAlbum({ albumName: 'Sea', assetIds })
    return () => idsInAlbum(id)
  },
  'an album': async (assetIds) => {
    const { id } = await client.createAlbum({ albumName: 'Sea' })
    await client.addAssetsToAlbum(id, { ids: assetIds })
    return () => idsInAlbum(id)
  },
  'a tag': async (assetIds) => {
    const { id } = await createTag(database, ada)
    await client.tagAssets(id, { assetIds })
    return async () => {
      const ids = []
      for await (const asset of client.getTagAssets(id)) ids.push(asset.id)
      return ids
    }
  },
}

async function idsInAlbum(id: string) {
  return (await client.getAlbumInfo(id)).assets.map((asset) => asset.id)
}

describe.each(Object.entries(lists))('%s is in the order of its assets (C12)', (_name, make) => {
  test.each([3, 250])('once the oldest of %i gets the latest date', async (count) => {
    const assetIds = await createAssets(database, ada, count)
    const [oldest = '', ...others] = assetIds
    const read = await make(assetIds)

    await client.updateAsset(oldest, { dateTimeOriginal: LATE })

    expect(await read()).toEqual([oldest, ...others.reverse()])
  })

  test('when the oldest gets the latest date while the list is made', async () => {
    const assetIds = await createAssets(database, ada, 3)
    const [oldest = '', ...others] = assetIds

    const { making } = await database.$transaction(async (transaction) => {
      await transaction.asset.update({ where: { id: oldest }, data: { fileCreatedAt: new Date(LATE) } })
      const making = make(assetIds)
      await untilBlocked(database)
      return { making }
    }, LONG_TRANSACTION)
    const read = await making

    expect(await read()).toEqual([oldest, ...others.reverse()])
  })
})
