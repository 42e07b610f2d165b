import type { Handler } from '../answers/handler.js'
import { countByType } from './timeline.js'

export const getAssetStatistics: Handler<'getAssetStatistics'> =
  ({ database }) =>
  async ({ query: { isTrashed = false, ...filter }, caller: { user } }) => {
    const counts = await countByType(database, { ...filter, isTrashed, ownerId: user.id })
    const numberOf = (type: string) => counts.find((row) => row.type === type)?.count ?? 0
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    return { status: 200, body: { images: numberOf('IMAGE'), videos: numberOf('VIDEO'), total } }
  }
