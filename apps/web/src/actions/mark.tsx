import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { itemsOf } from '../ui/items-of.js'
import { offerUndo } from './undo.js'

/** What a person says of photos of their own. */
export type Mark = 'isFavorite' | 'isArchived'

const said = {
  isFavorite: ['is no longer a favourite', 'is a favourite now', 'are no longer favourites', 'are favourites now'],
  isArchived: ['is back among the photos', 'is archived', 'are back among the photos', 'are archived'],
}

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
    const words = said[mark][(pictures.length === 1 ? 0 : 2) + Number(isOn)]
    offerUndo(service, `${itemsOf(pictures.length)} ${words}.`, () =>
      mutate(queries.updateAssets(), { ids: pictures.map(({ id }) => id), [mark]: !isOn }),
    )
    return true
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
    return false
  }
}
