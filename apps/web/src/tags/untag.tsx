import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'

/** Removes a tag from pictures, and shows how many had it. Resolves to whether it succeeded. */
export async function untag(
  { queries, mutate, notify }: Service,
  tagId: string,
  pictures: readonly Picture[],
): Promise<boolean> {
  try {
    const results = await mutate(queries.removeTagFromAssets(tagId), { assetIds: pictures.map(({ id }) => id) })
    const untagged = results.filter(({ success }) => success).length
    notify(messages.tags.untagged(untagged, untagged === results.length))
    return true
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
    return false
  }
}
