import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenContext } from '../../../context.js'
import { openMotionFiles } from '../../../storage/motion-files.js'
import { removeAccess, removeAssets, removeUserRow } from '../../../users/removal.js'
import { setDisabled } from '../../../users/user.js'

/**
 * Removes a user with all that is theirs but the files of imported folders. From the first moment on, nobody gets in as this user
 * or sees their albums. The row of the user goes last: what was interrupted can be run again, and finds the files that are left.
 */
export async function removeUser({ config, database, openDerived }: OpenContext, userId: string): Promise<void> {
  await setDisabled(database, userId, true)
  await removeAccess(database, userId)
  for (let removed = 1; removed > 0; ) removed = await removeAssets(database, userId)
  await (await openDerived()).removeOf(userId)
  await openMotionFiles(config.uploads.folder).files.removeOf(userId)
  await rm(join(config.uploads.folder, userId), { recursive: true, force: true })
  await removeUserRow(database, userId)
}
