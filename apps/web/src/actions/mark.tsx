import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { offerUndo } from './undo.js'

/** What a person says of photos of their own. */
export type Mark = 'isFavorite' | 'isArchived'

/** Marks photos, or takes the mark off them. Resolves to whether it did. */
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
