import { Command } from 'commander'
import type { OpenContext } from '../../context.js'
import { openIncoming } from '../../uploads/incoming/incoming.js'
import { type MoveSummary, moveUploads } from '../../uploads/move/move-uploads.js'
import * as argument from '../terminal/arguments.js'
import { printable, printJson } from '../terminal/listing.js'
import { counted, examples, say, toSize } from '../terminal/messages.js'
import { type Fault, verifyOriginals } from '../verify/verify-originals.js'
import { requireAnyUser } from './context/owner.js'
import { withProgress } from './context/with-archive.js'
import { withContext } from './context/with-context.js'

const move = new Command('move')
  .description(`move uploaded files to where new ones go: the bucket of ORIGINALS_STORAGE, or UPLOAD_DIR without it.
The service may run meanwhile. Each file is compared with its checksum before its asset refers to it, and the old one is removed some minutes later. An interrupted move continues when it is run again.`)
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
        if (json) printJson(summary)
        else print(summary)
        if (summary.failures.length > 0) process.exitCode = 1
      },
      { storesFiles: true },
    ),
  )

const verify = new Command('verify')
  .description(`read each original, uploaded or imported, and compare its size and checksum with the library.
Each fault is printed when it is found. Nothing is changed. The service may run meanwhile.`)
  .option('--user <email>', 'read the originals of one user', argument.email)
  .option('--json', 'print one JSON object and no progress')
  .addHelpText(
    'after',
    examples(
      'storage verify',
      'storage verify --user ada@example.org',
      "storage verify --json | jq -r '.faults[].path'",
    ),
  )
  .action(({ user, json }: { user?: string; json?: boolean }) =>
    withContext((context) => verifyAll(context, { user, json })),
  )

export const storage = new Command('storage').addCommand(move).addCommand(verify)

interface OwnerOptions {
  user: string | undefined
  json: boolean | undefined
}

async function findOwnerId(database: OpenContext['database'], user: string | undefined): Promise<string | null> {
  return user === undefined ? null : (await requireAnyUser(database, user)).id
}

async function moveAll(
  { config, database, openOriginals }: OpenContext,
  { user, json }: OwnerOptions,
): Promise<MoveSummary> {
  const ownerId = await findOwnerId(database, user)
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

async function verifyAll({ database, openOriginals }: OpenContext, { user, json }: OwnerOptions): Promise<void> {
  const ownerId = await findOwnerId(database, user)
  const originals = await openOriginals()
  let isFirst = true
  const onFault = (fault: Fault) => {
    const { verdict, path, reason } = fault
    const text = json
      ? `${isFirst ? '' : ','}\n${JSON.stringify(fault)}`
      : `${verdict}: ${printable(path)}: ${reason}\n`
    isFirst = false
    process.stdout.write(text)
  }
  if (json) process.stdout.write('{ "faults": [')
  const summary = await withProgress({ json }, (options) =>
    verifyOriginals({ database, originals }, { ...options, ownerId, onFault }),
  )
  const { files, bytes, missing, unreadable, damaged, changed } = summary
  if (json) process.stdout.write(`], ${JSON.stringify(summary).slice(1)}\n`)
  else
    say(
      `Read ${counted(files, 'original')} (${toSize(bytes)}): ${missing} missing, ${unreadable} unreadable, ${damaged} damaged, ${changed} changed.`,
    )
  if (missing + unreadable + damaged === 0) return
  process.exitCode = 1
  if (!json) say('Put these files back from a backup: `media-library restore --files <folder>` does so with uploads.')
}
