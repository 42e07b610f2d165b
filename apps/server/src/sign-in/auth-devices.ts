import { setImmediate } from 'node:timers/promises'
import type { AuthDevice } from '@media-library/contract'
import Bowser from 'bowser'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { inStatement } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { type DeviceRow, endSession, endUserSessions, listLastUsed } from '../users/session.js'
import { clearSessionCookie } from './cookies.js'

/** How many sessions are told. A key may begin 100, and a user may have 1,000 keys. */
const MOST_TOLD = 1_000

/** How many sessions are told before others have their turn: parsing the name of a browser takes a tenth of a millisecond. */
const AT_ONCE = 50

export const getAuthDevices: Handler<'getAuthDevices'> = async ({ caller: { user, sessionId } }, { database }) => {
  const sessions = await listLastUsed(database, user.id, MOST_TOLD)
  const devices: AuthDevice[] = []
  for (let start = 0; start < sessions.length; start += AT_ONCE) {
    if (start > 0) await setImmediate()
    devices.push(...sessions.slice(start, start + AT_ONCE).map((session) => toDevice(session, sessionId)))
  }
  return { status: 200, body: devices }
}

function toDevice({ id, userAgent, createdAt, seenAt }: DeviceRow, sessionId: string | null): AuthDevice {
  const { browser, os } = userAgent === '' ? { browser: {}, os: {} } : Bowser.parse(userAgent)
  return {
    id,
    createdAt: createdAt.toISOString(),
    updatedAt: seenAt.toISOString(),
    current: id === sessionId,
    // A program that is not a browser sends its name and version: `curl/8.5.0`.
    deviceType: browser.name || userAgent.replace(/[/ ].*$/, ''),
    deviceOS: os.name ?? '',
  }
}

/** The path of the login page in front ends of Immich. */
const REDIRECT_URI = '/auth/login?autoLaunch=0'

export const logout: Handler<'logout'> = async ({ caller, req, res }, { database }) => {
  const { user, sessionId } = caller
  if (sessionId !== null) {
    await endSession(database, { id: sessionId })
    audit(req, { act: 'signed out', userId: user.id, sessionId })
  }
  clearSessionCookie(res)
  // "cookies" would also end the sessions of other services on the same domain.
  res.set('Clear-Site-Data', '"cache", "storage"')
  return { status: 200, body: { successful: true, redirectUri: REDIRECT_URI } }
}

export const logoutAuthDevice: Handler<'logoutAuthDevice'> = async ({ params: { id }, caller, req }, { database }) => {
  const { user } = caller
  const isEnded = await inStatement(database, () => endSession(database, { id, userId: user.id }))
  if (!isEnded) throw new ProblemError('not_found', 'You have no such session.')
  audit(req, { act: 'ended a session', userId: user.id, sessionId: id })
  return { status: 204, body: undefined }
}

export const logoutAuthDevices: Handler<'logoutAuthDevices'> = async ({ caller, req }, { database }) => {
  const { user, sessionId } = caller
  await inStatement(database, () => endUserSessions(database, user.id, sessionId))
  audit(req, { act: 'ended all other sessions', userId: user.id, ...(sessionId !== null && { sessionId }) })
  return { status: 204, body: undefined }
}
