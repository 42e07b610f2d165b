import type { Queryable } from '../database.js'
import type { Prisma } from '../generated/prisma/client.js'

/** A session with the user it stands for. Whether it has expired, or the user was deleted, is the caller's to judge. */
export type SessionRow = Prisma.SessionGetPayload<{ include: { user: true } }>

const listed = {
  id: true,
  userAgent: true,
  createdAt: true,
  seenAt: true,
  expiresAt: true,
  user: { select: { email: true } },
} satisfies Prisma.SessionSelect

/** A session without its hash. */
export type ListedSessionRow = Prisma.SessionGetPayload<{ select: typeof listed }>

/** The session of an id, or null. */
export const findSession = (database: Queryable, id: string): Promise<SessionRow | null> =>
  database.session.findUnique({ where: { id }, include: { user: true } })

/** Keeps a new session, and removes those of its user that have expired. */
export const createSession = async (
  database: Queryable,
  session: Prisma.SessionUncheckedCreateInput,
): Promise<void> => {
  await database.session.deleteMany({ where: { userId: session.userId, expiresAt: { lte: new Date() } } })
  await database.session.create({ data: session, select: { id: true } })
}

/** Writes down that a session is used now. */
export const touchSession = async (database: Queryable, id: string): Promise<void> => {
  await database.session.updateMany({ where: { id }, data: { seenAt: new Date() } })
}

/** The sessions of a user, or of all users, oldest first. */
export const listSessions = (database: Queryable, userId: string | null): Promise<ListedSessionRow[]> =>
  database.session.findMany({
    where: userId === null ? {} : { userId },
    select: listed,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Ends a session for good; false when there is none of this id, or when it is known by another secret. */
export const endSession = async (
  database: Queryable,
  session: { id: string; secretHash?: Uint8Array<ArrayBuffer> },
): Promise<boolean> => {
  const { count } = await database.session.deleteMany({ where: session })
  return count > 0
}

/** Ends all sessions of a user, and says how many there were. */
export const endSessionsOf = async (database: Queryable, userId: string): Promise<number> => {
  const { count } = await database.session.deleteMany({ where: { userId } })
  return count
}
