import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keepPlanned, type PlannedRemoval, planRemoval, removePlanned } from '../../asset-changes/planned-removal.js'
import type { Database } from '../../database/ask.js'
import { joinPath } from '../../storage/object-path.js'
import type { Originals } from '../../storage/originals.js'
import type { Staging } from './staging.js'

/** The milliseconds for which files may be sent: half of the day after which unrecorded files are removed. */
const SENDING_MS = 43_200_000

interface Sending {
  database: Database
  originals: Pick<Originals, 'send'>
  ownerId: string
  userFolder: string
  target: string
}

/** Sends the files of an upload, which are received in a folder, to a bucket when they are published. */
export function toBucket(
  { files, end }: Staging,
  { database, originals, ownerId, userFolder, target }: Sending,
): Staging {
  let planned: PlannedRemoval = []
  const withdraw = () => removePlanned(database, planned)
  return {
    userFolder,
    files,
    target,
    end,
    withdraw,
    publish: async () => {
      const names = await readdir(files)
      planned = await planRemoval(
        database,
        ownerId,
        names.map((name) => joinPath(target, name)),
      )
      const signal = AbortSignal.timeout(SENDING_MS)
      try {
        for (const name of names)
          await originals.send({ folder: files, path: join(files, name) }, joinPath(target, name), signal)
      } catch (error) {
        await withdraw().catch(() => {})
        throw error
      }
    },
    keep: (transaction) => keepPlanned(transaction, planned),
    // What is not recorded is removed after a day.
    leave: () => {},
  }
}
