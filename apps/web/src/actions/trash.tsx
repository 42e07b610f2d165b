import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { offerUndo } from '../ui/notices/undo.js'

/** Moves photos to the trash. Resolves to whether it succeeded. */
export async function trashPictures(service: Service, pictures: readonly Picture[]): Promise<boolean> {
  const { mutate, queries, notify } = service
  const ids = pictures.map(({ id }) => id)
  try {
    await mutate(queries.deleteAssets(), { ids })
    offerUndo(service, messages.trash.moved(ids.length), () => mutate(queries.restoreAssets(), { ids }))
    return true
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
    return false
  }
}

/** Restores photos from the trash. Resolves to whether it succeeded. */
export async function restorePictures(service: Service, pictures: readonly Picture[]): Promise<boolean> {
  const { mutate, queries, notify } = service
  try {
    await mutate(queries.restoreAssets(), { ids: pictures.map(({ id }) => id) })
    notify(messages.trash.restored(pictures.length))
    return true
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
    return false
  }
}
