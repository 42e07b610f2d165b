import { Command } from 'commander'
import type { OpenContext } from '../../context.js'
import { openIncoming } from '../../uploads/incoming.js'
import { type MoveSummary, moveUploads } from '../../uploads/move/move-uploads.js'
import * as argument from '../terminal/arguments.js'
import { examples, say, toSize } from '../terminal/messages.js'
import { requireAnyUser } from './library/owner.js'
import { withProgress } from './library/with-archive.js'
import { withContext } from './library/with-context.js'

const move = new Command('move')
  .description(`move uploaded files to where new ones go: the bucket of ORIGINALS_STORAGE, or UPLOAD_DIR without it.
The service may run meanwhile. Each file is compared with its checksum before its asset has it, and the old one is removed some minutes later. An interrupted move goes on when it is run again.`)
  .option('--user <email>', 'move the files of one user', argument.email)
  .option('--json', 'print one JSON object and no progress')
  .addHelpText(
    'after',
    examples('ORIGINALS_STORAGE=s3://bucket/originals storage move', 'storage move --user ada@example.org'),
  )
  .action(({ user, json }: { user?: string; json?: boolean }) =>
    withContext(
      async (context) => {
        const summary = await moveAll(context, { user, json })
        if (json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
        else print(summary)
        if (summary.failures.length > 0) process.exitCode = 1
      },
      { storesFiles: true },
    ),
  )

export const storage = new Command('storage').addCommand(move)

async function moveAll(
  { config, database, openOriginals }: OpenContext,
  { user, json }: { user: string | undefined; json: boolean | undefined },
): Promise<MoveSummary> {
  const ownerId = user === undefined ? null : (await requireAnyUser(database, user)).id
  const originals = await openOriginals()
  const { folder } = config.uploads
  const incoming = openIncoming(folder, { database, originals })
  try {
    return await withProgress({ json }, (options) =>
      moveUploads({ database, originals, incoming }, { ...options, ownerId, folder }),
    )
  } finally {
    await incoming.close()
  }
}

function print({ place, moved, bytes, failures }: MoveSummary) {
  process.stdout.write(`Moved ${moved} ${moved === 1 ? 'file' : 'files'} (${toSize(bytes)}) to ${place}.\n`)
  for (const { path, reason } of failures) say(`${path} stays: ${reason}`)
}
