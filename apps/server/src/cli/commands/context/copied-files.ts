import type { OpenContext } from '../../../context.js'
import { StorageError, UserError } from '../../../errors.js'
import { Interrupted } from '../../../process/interrupted.js'
import { keepPrivate } from '../../../storage/private-folders.js'
import type { FileCopies } from '../../backup/files/copies.js'
import type { CopySummary } from '../../backup/files/copy-summary.js'
import { printable } from '../../terminal/listing.js'
import { counted, say, toSize } from '../../terminal/messages.js'
import { createAssetProgress } from '../../terminal/progress.js'
import { withProgress } from './with-archive.js'

/** The results of copying the files of a library. */
export interface CopiedFiles {
  /** The folder with the copies. */
  from: string
  derived: CopySummary
  uploads: CopySummary
  /** The pictures of users. */
  profileImages: CopySummary
}

/** The places of the files of a library, for people. */
export interface FilePlaces {
  derivedFiles: string
  uploadedFiles: string
}

/** Copies the files of a library from a folder, first those that no job can create. */
export async function copyFiles(
  { config, database, openDerived, openOriginals }: OpenContext,
  copies: FileCopies,
  options: { json?: boolean },
): Promise<CopiedFiles> {
  const { copyDerived, copyProfileImages } = await import('../../backup/files/copy-derived.js')
  const { copyUploads } = await import('../../backup/files/copy-uploads.js')
  const [derived, originals] = await Promise.all([openDerived(), openOriginals()])
  const { folder, reserve } = config.uploads
  const sources = { database, copies, reserve }
  await keepPrivate(config)
  return orContinueWith(`restore --files ${toArgument(copies.path)}`, () =>
    withProgress(
      options,
      async (work) => ({
        from: copies.path,
        uploads: await copyUploads({ ...sources, originals, folder }, work),
        profileImages: await copyProfileImages({ ...sources, derived }, work),
        derived: await copyDerived({ ...sources, derived }, work),
      }),
      createAssetProgress,
    ),
  )
}

/** Runs work on the files of a restored library. When it ends early, prints the command that continues it. */
export async function orContinueWith<Result>(command: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const advice = `The database is complete. \`media-library ${command}\` continues with the files.`
    if (error instanceof Interrupted) say(advice)
    if (error instanceof StorageError) throw new UserError(`${error.message}. ${advice}`, { cause: error })
    throw error
  }
}

const SHOWN = 10

/** Prints the numbers of copied and missing files, and the remedy for the missing ones. */
export function printCopied(
  { from, derived, uploads, profileImages }: CopiedFiles,
  { derivedFiles, uploadedFiles }: FilePlaces,
) {
  process.stdout.write(
    `Copied ${derived.copied} thumbnails and videos (${toSize(derived.bytes)}) and ${profileImages.copied} pictures of users to ` +
      `${derivedFiles}, and ` +
      `${counted(uploads.copied, 'upload')} (${toSize(uploads.bytes)}) to ${uploadedFiles}. ` +
      `${derived.kept + uploads.kept + profileImages.kept} were there already.\n`,
  )
  const failures = [
    ...uploads.failures.slice(0, SHOWN),
    ...profileImages.failures.slice(0, SHOWN),
    ...derived.failures.slice(0, SHOWN),
  ]
  for (const { path, reason } of failures) say(`${printable(path)}: ${reason}`)
  if (derived.missing > 0) {
    say(
      `Missing thumbnails and videos, also in ${from}: ${derived.missing}. ` +
        '`media-library jobs retry --missing` makes them again.',
    )
  }
  const lost = uploads.missing + profileImages.missing
  if (lost > 0) {
    say(
      `Missing or damaged uploads and pictures of users, also in ${from}: ${lost}. ` +
        'Run `media-library restore --files <folder>` with another copy.',
    )
  }
}

/** Prints where the files belong that are not in a backup, and how to restore them. */
export function sayWhereFilesBelong({
  formerDataDir,
  derivedFiles,
  uploadedFiles,
}: FilePlaces & { formerDataDir: string }): void {
  say(`A backup has no thumbnails, videos and uploads. They belong in the folders thumbs, encoded-video and profile of ${derivedFiles}, and ${uploadedFiles}.
\`media-library restore --files <folder>\` copies them there from a copy of ${formerDataDir}, and checks them.
\`media-library jobs retry --missing\` makes thumbnails and videos again.`)
}

/** Quotes a path as an argument of a shell. */
function toArgument(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
