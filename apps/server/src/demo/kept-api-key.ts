import { readFile, rename, writeFile } from 'node:fs/promises'
import { makeApiKey, readApiKey } from '../credentials/api-key.js'
import { sameSecret } from '../credentials/credential.js'
import type { PrismaDatabase } from '../database/connect.js'
import { createApiKey, findApiKeys } from '../repositories/user/api-key.js'

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
  await createApiKey(database, { id, userId, name: 'demo', secretHash, scopes: ['all'] })
}

async function readKey(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text?.trim() || null
}
