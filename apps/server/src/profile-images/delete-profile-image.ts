import type { Handler } from '../answers/handler.js'
import { removePicture, replacePicture } from './picture.js'

export const deleteProfileImage: Handler<'deleteProfileImage'> = async ({ caller, endTurn }, context) => {
  const former = await replacePicture(context.database, caller.user.id, '')
  endTurn()
  await removePicture(context, former ?? '')
  return { status: 204, body: undefined }
}
