import type { Handler } from '../answers/handler.js'
import { purge } from './purge.js'
import { deleteForGood } from './trash.js'
import { withWholeTrash } from './whole-trash.js'

export const emptyTrash: Handler<'emptyTrash'> =
  (context) =>
  async ({ caller: { user } }) => {
    await withWholeTrash(context.database, user.id, deleteForGood)
    void purge(context)
    return { status: 204, body: undefined }
  }
