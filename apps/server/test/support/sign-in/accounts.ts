import { createUser } from '../database/factories.js'
import { send } from '../http/client.js'
import type { TestServer } from '../http/server.js'

export const PASSWORD = 'correct horse'

/** The hash of PASSWORD at a small cost: one at the usual cost takes a tenth of a second, and so does each sign-in with it. */
const HASH = 'scrypt$1024$8$1$MDEyMzQ1Njc4OWFiY2RlZg$6g3umF-uVrJsObaTZhIbbTlgrvOEFcCItdwSjtPF67M'

/** Creates a user who signs in with PASSWORD. */
export async function createPerson({ database }: TestServer, overrides: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(database, overrides)
  await database.password.create({ data: { userId: user.id, hash: HASH } })
  return user
}

/** Signs in with a password, as a program does, or from elsewhere: `from` is the address that a trusted proxy tells. */
export function logIn(
  server: { url: string },
  { email }: { email: string },
  { password = PASSWORD, from }: { password?: string; from?: string } = {},
) {
  const headers = from === undefined ? {} : { 'x-forwarded-for': from }
  return send(server, '/api/auth/login', { method: 'POST', body: { email, password }, headers })
}
