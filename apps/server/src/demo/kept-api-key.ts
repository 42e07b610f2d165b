import { readFile, rename, writeFile } from 'node:fs/promises'
import { makeApiKey, readApiKey } from '../credentials/api-key.js'
import { sameSecret } from '../credentials/credential.js'
import type { PrismaDatabase } from '../database/connect.js'
import { createApiKey, extendApiKey, findApiKeys, revokeApiKey } from '../repositories/user/api-key.js'

/** The key is printed, and so may stand in a log. */
const VALID_MS = 30 * 86_400_000

/** Returns the key in a file if it is a valid key of the user, or null. */
export async function findKeptApiKey(database: PrismaDatabase, path: string, userId: string): Promise<string | null> {
  const key = await readKey(path)
  const claim = readApiKey(key ?? '')
  if (!claim) return null
  const [row] = await findApiKeys(database, [claim.id])
  if (!row || row.user.id !== userId || !sameSecret(row.secretHash, claim.secretHash)) return null
  return row.expiresAt && row.expiresAt <= new Date() ? null : key
}

/** Registers the key in a file for the user. Creates the file, which only its owner may read, unless it contains a key. */
export async function keepApiKey(database: PrismaDatabase, path: string, userId: string): Promise<void> {
  if (await findKeptApiKey(database, path, userId)) return
  const { id, key, secretHash } = makeApiKey()
  await writeFile(`${path}.unfinished`, `${key}\n`, { mode: 0o600 })
  await rename(`${path}.unfinished`, path)
  const expiresAt = new Date(Date.now() + VALID_MS)
  await createApiKey(database, { id, userId, name: 'demo', secretHash, scopes: ['all'], expiresAt })
}

/** Lets the key in a file be valid for another 30 days, or replaces one that has expired. Does nothing when it was revoked. */
export async function renewApiKey(database: PrismaDatabase, path: string): Promise<void> {
  const claim = readApiKey((await readKey(path)) ?? '')
  if (!claim) return
  const [row] = await findApiKeys(database, [claim.id])
  if (!row || !sameSecret(row.secretHash, claim.secretHash)) return
  if (await findKeptApiKey(database, path, row.user.id)) {
    await extendApiKey(database, claim.id, new Date(Date.now() + VALID_MS))
    return
  }
  await revokeApiKey(database, claim.id)
  await keepApiKey(database, path, row.user.id)
}

async function readKey(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text?.trim() || null
}
