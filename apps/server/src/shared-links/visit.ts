import { timingSafeEqual } from 'node:crypto'
import type { RouteMetadata } from '@media-library/contract'
import { createRecentAttempts } from '../admission/recent-attempts.js'
import type { Caller, VisitedLink } from '../answers/handler.js'
import type { PrismaDatabase } from '../database/connect.js'
import { shareLookups } from '../database/share-lookups.js'
import { ProblemError } from '../errors.js'
import { verifyPassword } from '../sign-in/password-hash.js'
import { passwordNeeded, requireLink } from './access.js'
import { findOpenLinks, hashKey, type OpenedLink, toToken } from './link.js'

/** What a visitor sends. */
export interface Visit {
  key: string
  /** What stands for the password, from a header, a query or a cookie of this link. */
  readToken(linkId: string): string | undefined
  password: string | undefined
  /** The network from which the visitor comes. */
  network: string
}

/** Lets a visitor in who has the key of a link, and its password if it has one. Throws `not_found`, `password_needed`, `too_many_requests`. */
export type Receive = (visit: Visit) => Promise<Caller>

/** The passwords that a network may try for a link in a minute. Others may go on, and so may those who have entered it before. */
const TRIES = 5

/** Creates the door for visitors. Requests share their lookups; nothing is remembered, so that a removed link ends at once. */
export function receiveVisitors(database: PrismaDatabase): Receive {
  const find = shareLookups((hashes: readonly Uint8Array<ArrayBuffer>[]) => findOpenLinks(database, hashes))
  const attempts = createRecentAttempts({ windowMs: 60_000, most: 100_000 })
  return async ({ key, readToken, password, network }) => {
    const link = requireLink(await find(hashKey(key)))
    const token = toToken(link)
    if (token !== null && !isSame(readToken(link.id), token)) {
      if (password === undefined || password === '') throw passwordNeeded('Enter the password of the link.')
      const visitor = `${link.id} ${network}`
      if (attempts.count(visitor) >= TRIES)
        throw attempts.tooMany(visitor, `More than ${TRIES} passwords were tried within a minute.`)
      const takeBack = attempts.add(visitor)
      if (!(await verifyPassword(password, link.passwordHash, visitor)))
        throw passwordNeeded('This is not the password of the link.')
      takeBack()
    }
    return toVisitor(link, key)
  }
}

/** Compares texts of a fixed length in constant time. */
function isSame(given: string | undefined, text: string): boolean {
  return given?.length === text.length && timingSafeEqual(Buffer.from(given), Buffer.from(text))
}

function toVisitor({ secret: _, ...opened }: OpenedLink, key: string): Caller {
  const link: VisitedLink = { ...opened, key }
  const { id, owner, allowUpload } = link
  const adding = allowUpload ? ['asset.upload', 'album.update', 'sharedLink.update'] : []
  return {
    user: { ...owner, id },
    scopes: ['album.read', 'asset.read', ...adding],
    credentialId: id,
    sessionId: null,
    link,
  }
}

/** Throws `forbidden` unless the link of a visitor allows what an operation does. */
export function requireAllowed(
  { allowDownload, allowUpload, showMetadata }: VisitedLink,
  action: RouteMetadata['visitor'],
): void {
  if (action === 'upload' && !allowUpload) throw new ProblemError('forbidden', 'The link allows no uploads.')
  if (action === 'download' && !(allowDownload && showMetadata))
    throw new ProblemError('forbidden', 'The link allows no downloads.')
}
