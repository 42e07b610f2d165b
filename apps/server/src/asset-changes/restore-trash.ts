import type { Handler } from '../answers/handler.js'
import { restoreFromTrash } from './trash.js'
import { withWholeTrash } from './whole-trash.js'

export const restoreTrash: Handler<'restoreTrash'> =
  ({ database }) =>
  async ({ caller: { user } }) => {
    await withWholeTrash(database, user.id, restoreFromTrash)
    return { status: 204, body: undefined }
  }
