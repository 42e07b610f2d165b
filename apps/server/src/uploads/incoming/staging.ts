import type { Connection } from '../../database/ask.js'

/** The files of one upload, before they are in the library. */
export interface Staging {
  /** The folder of the user's uploads. */
  userFolder: string
  /** The folder in which the files are written. */
  files: string
  /** The folder to which they will move. */
  target: string
  /** Moves all files to the target, durably, or none. */
  publish(): Promise<void>
  /** Keeps the files at the target. Call it in the transaction that records them. */
  keep(transaction: Connection): Promise<void>
  /** Removes the files from the target again. */
  withdraw(): Promise<void>
  /** Ends the upload, and removes what was not published. */
  end(): Promise<void>
  /** Ends the upload, and leaves its mark, so that the next start can complete or remove it. */
  leave(): void
}
