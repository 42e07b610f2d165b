import { join } from 'node:path'
import { Command } from 'commander'
import { listImportPaths } from '../../../assets/library.js'
import type { OpenContext } from '../../../context.js'
import { UserError } from '../../../errors.js'
import { isObjectPath, joinPath } from '../../../storage/object-path.js'
import { RESUMABLE } from '../../../uploads/resumable/partial-uploads.js'
import { type Belongings, countBelongings, removeAccess, removeAssets, removeUserRow } from '../../../users/removal.js'
import { setDisabled } from '../../../users/user.js'
import * as argument from '../../terminal/arguments.js'
import { ask, counted, examples, toSize } from '../../terminal/messages.js'
import { requireAnyUser } from '../context/owner.js'
import { withContext } from '../context/with-context.js'

export const remove = new Command('remove')
  .description(`remove a user with their albums, tags, keys, sessions and uploaded files, once you confirm it.
The files of imported folders stay where they are. What was removed is not in the trash: make a backup first.`)
  .argument('<email>', 'the e-mail address of the user', argument.email)
  .option('--yes', 'remove without asking')
  .addHelpText('after', examples('user remove ada@example.org', 'user remove ada@example.org --yes'))
  .action((email: string, { yes }: { yes?: boolean }) =>
    withContext(async (context) => {
      const { id } = await requireAnyUser(context.database, email)
      const belongings = await countBelongings(context.database, id)
      process.stderr.write(`This removes ${email}, with ${describe(belongings)}.
The files of ${belongings.imported} imported assets stay where they are.\n`)
      if (!yes && (await ask('Type the e-mail address of the user to confirm: ')) !== email) {
        throw new UserError('nothing was removed: the answer is not the e-mail address of the user.')
      }
      await removeUser(context, id)
      process.stdout.write(`Removed ${email}.\n`)
    }),
  )

function describe({ albums, tags, keys, sessions, uploads, uploadedBytes }: Belongings) {
  const files = `${counted(uploads, 'uploaded file')} (${toSize(uploadedBytes)})`
  return [counted(albums, 'album'), counted(tags, 'tag'), counted(keys, 'key'), counted(sessions, 'session')]
    .join(', ')
    .concat(` and ${files}`)
}

/**
 * Removes a user with everything of theirs, except the files of imported folders. From the beginning, nobody can sign in as this user or
 * see their albums. The row of the user is deleted last: an interrupted removal can be repeated, and finds the files that are left.
 */
async function removeUser(context: OpenContext, userId: string): Promise<void> {
  const { config, database } = context
  const [derived, originals] = [await context.openDerived(), await context.openOriginals()]
  await setDisabled(database, userId, true)
  await removeAccess(database, userId)
  for (let removed = 1; removed > 0; ) removed = await removeAssets(database, userId)
  await derived.removeFor(userId)
  const stored = (await listImportPaths(database, userId)).filter(isObjectPath)
  const received = ['', '.motion', RESUMABLE].map((folder) => join(config.uploads.folder, folder, userId))
  const parts = originals.bucket === null ? [] : [joinPath(originals.bucket, RESUMABLE, userId)]
  const removeFiles = async () => {
    for (const folder of [...received, ...stored, ...parts]) await originals.removeAll(folder)
  }
  await removeFiles()
  await removeUserRow(database, userId)
  // An upload that arrived meanwhile was refused, and may have left files.
  await removeFiles()
}
