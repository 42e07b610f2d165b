import type { Connection } from '../database/ask.js'

/** The files of one upload, before they are in the library. */
export interface Staging {
  /** The folder of the user's uploads. */
  userFolder: string
  /** Where the files are written. */
  files: string
  /** Where they will lie. */
  target: string
  /** Moves all files to the target, durably, or none. */
  publish(): Promise<void>
  /** Keeps the files at the target. Call it in the transaction that records them. */
  keep(transaction: Connection): Promise<void>
  /** Removes the files from the target again. */
  withdraw(): Promise<void>
  /** Ends the upload, and removes what was not published. */
  end(): Promise<void>
  /** Ends the upload, and leaves its mark, so that the next start finds out what became of it. */
  leave(): void
}
