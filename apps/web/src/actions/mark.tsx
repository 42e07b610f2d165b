import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { offerUndo } from '../ui/notices/undo.js'

/** A flag that the owner can set on a photo. */
export type Mark = 'isFavorite' | 'isArchived'

/** Sets a flag on photos, or clears it. Resolves to whether it succeeded. */
export async function markPictures(
  service: Service,
  pictures: readonly Picture[],
  mark: Mark,
  isOn: boolean,
): Promise<boolean> {
  const { mutate, queries, notify } = service
  try {
    await mutate(queries.updateAssets(), { ids: pictures.map(({ id }) => id), [mark]: isOn })
    offerUndo(service, messages.marked[mark](pictures.length, isOn), () =>
      mutate(queries.updateAssets(), { ids: pictures.map(({ id }) => id), [mark]: !isOn }),
    )
    return true
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
    return false
  }
}
