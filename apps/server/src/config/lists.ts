import { delimiter, isAbsolute } from 'node:path'
import * as z from 'zod'
import { EmailAddress } from './email-address.js'

/** A folder to watch, and the owner of its files: an address, or null for the only user. */
export interface WatchedFolder {
  email: string | null
  folder: string
}

const form = /^(?:(?<email>[^\s@=]+@[^\s@=]+)=)?(?<folder>.+)$/

/** A list of folders, each after the address of its owner and `=`, with the separator of the system's path lists. */
export const watchFolders = z.string().transform((text, context): WatchedFolder[] =>
  text
    .split(delimiter)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const { email, folder = '' } = form.exec(entry.trim())?.groups ?? {}
      const owner = EmailAddress.optional().safeParse(email)
      if (!owner.success || !isAbsolute(folder)) {
        const fault = owner.success ? '' : `: ${email} ${owner.error.issues[0]?.message}`
        context.addIssue({
          code: 'custom',
          message: `must be absolute paths, each after the address of its owner, such as ada@example.org=/photos/ada${delimiter}ben@example.org=/photos/ben${fault}`,
        })
      }
      return { email: owner.data ?? null, folder }
    }),
)

/** A list of host names or addresses as the address bar shows them, without scheme and port, separated by commas. */
export const hostNames = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
  .superRefine((list, context) => {
    for (const entry of list) {
      const meant = toHostName(entry)
      if (entry === meant) continue
      const named = JSON.stringify(entry)
      const advice = meant === null ? `${named} is none` : `write ${meant} instead of ${named}`
      const message = `must be host names such as nas.lan, separated by commas: ${advice}`
      context.addIssue({ code: 'custom', message })
    }
  })

/** Returns the host name in a text, which may be an address or have a port; null when there is none. */
function toHostName(text: string): string | null {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`
  return text.includes('*') || !URL.canParse(address) ? null : new URL(address).hostname
}

/** A list of origins in the form of the header `Origin`, separated by commas. The message lists each wrong entry. */
export const origins = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .superRefine((list, context) => {
    for (const entry of list) {
      const message = findFault(entry)
      if (message !== null) context.addIssue({ code: 'custom', message })
    }
  })

/** Returns the fault of an entry and its correction; null for an origin. */
function findFault(entry: string): string | null {
  const meant = toOrigin(entry)
  if (entry === meant) return null
  const must = 'must be origins as browsers send them, such as https://photos.example.org, separated by commas'
  const named = JSON.stringify(entry)
  if (entry.includes('*')) return `${must}: name each origin instead of ${named}`
  return meant === null ? `${must}: ${named} is none` : `${must}: write ${meant} instead of ${named}`
}

/** Returns the origin of a URL. Apps in a web view have schemes of their own, such as capacitor://localhost. */
function toOrigin(text: string): string | null {
  if (text.includes('*') || !URL.canParse(text)) return null
  const { protocol, origin, host } = new URL(text)
  if (host === '') return null
  return /^https?:$/.test(protocol) ? origin : `${protocol}//${host}`
}
