import { delimiter, isAbsolute } from 'node:path'
import * as z from 'zod'

/** A folder to watch, and whose files are in it: an address, or null for the only user. */
export interface WatchedFolder {
  email: string | null
  folder: string
}

const form = /^(?:(?<email>[^\s@=]+@[^\s@=]+)=)?(?<folder>.+)$/

/** Folders, each after the address of its owner and `=`, separated as the system separates paths. */
export const watchFolders = z.string().transform((text, context): WatchedFolder[] =>
  text
    .split(delimiter)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const { email, folder = '' } = form.exec(entry.trim())?.groups ?? {}
      if (!isAbsolute(folder)) {
        context.addIssue({
          code: 'custom',
          message: `must be absolute paths, each after the address of its owner, such as ada@example.org=/photos/ada${delimiter}ben@example.org=/photos/ben`,
        })
      }
      return { email: email?.toLowerCase() ?? null, folder }
    }),
)
