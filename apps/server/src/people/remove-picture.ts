import { toStoreProblem } from '../assets/files/elsewhere.js'
import type { ServerContext } from '../context.js'

/** What the pictures of people are removed through. */
export interface PictureStore extends Pick<ServerContext, 'logger'> {
  derived: Pick<ServerContext['derived'], 'remove'>
}

/** Removes a picture of a person, if there is one under the key. Throws `unavailable` when the store refuses it. */
export async function removePicture({ derived, logger }: PictureStore, key: string): Promise<void> {
  if (key === '') return
  try {
    await derived.remove(key)
  } catch (error) {
    throw toStoreProblem(logger, error)
  }
}
