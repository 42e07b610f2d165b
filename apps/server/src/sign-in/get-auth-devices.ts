import type { AuthDevice } from '@media-library/contract'
import Bowser from 'bowser'
import type { Handler } from '../answers/handler.js'
import { ask } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { Prisma, type Session } from '../generated/prisma/client.js'
import { isSessionValid, SESSION_IDLE } from '../users/session.js'

type DeviceRow = Pick<Session, 'id' | 'userAgent' | 'createdAt' | 'seenAt'>

export const getAuthDevices: Handler<'getAuthDevices'> = async ({ caller: { user, sessionId } }, { database }) => {
  const sessions = await inStatement(database, (queryable) =>
    ask<DeviceRow>(
      queryable,
      Prisma.sql`
          SELECT id, user_agent AS "userAgent", created_at AS "createdAt", seen_at AS "seenAt" FROM session
          WHERE user_id = ${user.id}::uuid AND ${isSessionValid(SESSION_IDLE)}
          ORDER BY seen_at DESC, id DESC`,
    ),
  )
  return { status: 200, body: sessions.map((session) => toDevice(session, sessionId)) }
}

function toDevice({ id, userAgent, createdAt, seenAt }: DeviceRow, sessionId: string | null): AuthDevice {
  const { browser, os } = userAgent === '' ? { browser: {}, os: {} } : Bowser.parse(userAgent)
  return {
    id,
    createdAt: createdAt.toISOString(),
    updatedAt: seenAt.toISOString(),
    current: id === sessionId,
    // A program that is no browser says its name and version: `curl/8.5.0`.
    deviceType: browser.name || userAgent.replace(/[/ ].*$/, ''),
    deviceOS: os.name ?? '',
  }
}
