import { readFile, rename, writeFile } from 'node:fs/promises'
import type { PrismaDatabase } from '../../database/connect.js'
import { extendApiKey, findApiKeys, revokeApiKey, storeApiKey } from '../../users/api-key.js'
import { makeApiKey, readApiKey } from '../../users/credential.js'

/** The validity of the key in milliseconds. The key is printed, and may therefore be in a log. */
const VALID_MS = 30 * 86_400_000

/** Returns the key in a file if it is a valid key of the user, or null. */
export async function findKeptApiKey(database: PrismaDatabase, path: string, userId: string): Promise<string | null> {
  const kept = await findKept(database, path)
  return kept?.userId === userId && kept.isValid ? kept.key : null
}

/** Registers the key in a file for the user. Creates the file, which only its owner may read, unless it contains a key. */
export async function keepApiKey(database: PrismaDatabase, path: string, userId: string): Promise<void> {
  if (await findKeptApiKey(database, path, userId)) return
  const { id, key, secretHash } = makeApiKey()
  await writeFile(`${path}.unfinished`, `${key}\n`, { mode: 0o600 })
  await rename(`${path}.unfinished`, path)
  const expiresAt = new Date(Date.now() + VALID_MS)
  await storeApiKey(database, { id, userId, name: 'demo', secretHash, scopes: ['all'], expiresAt }, null)
}

/** Lets the key in a file be valid for another 30 days, or replaces one that has expired. Does nothing when it was revoked. */
export async function renewApiKey(database: PrismaDatabase, path: string): Promise<void> {
  const kept = await findKept(database, path)
  if (!kept) return
  const { id, userId, isValid } = kept
  if (isValid) await extendApiKey(database, id, new Date(Date.now() + VALID_MS))
  else {
    await revokeApiKey(database, { id })
    await keepApiKey(database, path, userId)
  }
}

/** Finds the key in a file, unless it is unknown or was revoked. */
async function findKept(database: PrismaDatabase, path: string) {
  const key = (await readKey(path)) ?? ''
  const claim = readApiKey(key)
  const [row] = claim ? await findApiKeys(database, [claim]) : []
  if (!claim || !row) return null
  const isValid = row.expiresAt === null || row.expiresAt > new Date()
  return { id: claim.id, key, userId: row.user.id, isValid }
}

async function readKey(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text?.trim() || null
}
