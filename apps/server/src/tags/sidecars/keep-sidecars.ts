import { createExifReader, type ExifReader } from '@media-library/media/metadata'
import type { ServerContext } from '../../context.js'
import { type Repeated, repeat } from '../../process/repeat.js'
import { claimSidecars, type DueSidecar, delaySidecar, endSidecar } from './due-sidecar.js'
import { writeSidecar } from './write-sidecar.js'

/** The number of side-cars that are written at once. Each takes about a hundredth of a second of exiftool. */
const AT_ONCE = 4

const POLL_MS = 1_000
const RETRY_SECONDS = 3_600

interface Options {
  pollMs?: number
  retrySeconds?: number
  /** The exiftool that writes them. By default it starts and ends with the writer. */
  exif?: ExifReader
}

type Needs = Pick<ServerContext, 'database' | 'logger' | 'originals'>

/**
 * Writes changes of tags, and values that people set, into side-cars within a second or two. A failed change is retried every hour, and
 * reported each time in one line. A stop waits until the side-cars that are being written are complete.
 */
export function keepSidecars(
  { database, logger, originals }: Needs,
  { pollMs = POLL_MS, retrySeconds = RETRY_SECONDS, exif: ownExif }: Options = {},
): Repeated {
  const exif = ownExif ?? createExifReader({ processes: 1 })

  /** Returns the error of a side-car that could not be written. */
  const writeOne = async (due: DueSidecar): Promise<Error | null> => {
    const outcome = await writeSidecar({ exif, originals }, due).catch((error: Error) => error)
    if (!(outcome instanceof Error)) {
      await endSidecar(database, due, outcome)
      return null
    }
    await delaySidecar(database, due.asset.id, retrySeconds)
    return outcome
  }

  const writeAll = async (signal: AbortSignal) => {
    let failed = 0
    let first: Error | undefined
    while (!signal.aborted) {
      const due = await claimSidecars(database, AT_ONCE)
      if (due.length === 0) break
      const faults = (await Promise.all(due.map(writeOne))).filter((fault) => fault !== null)
      failed += faults.length
      first ??= faults[0]
    }
    if (failed > 0)
      logger.warn({ err: first, failed }, 'side-cars could not be written; they are tried again in an hour')
  }

  const writing = repeat(
    (signal) =>
      writeAll(signal).catch((error: Error) => logger.warn({ err: error }, 'the side-cars could not be written')),
    pollMs,
  )
  return {
    stop: async () => {
      await writing.stop()
      if (!ownExif) await exif.close()
    },
  }
}
