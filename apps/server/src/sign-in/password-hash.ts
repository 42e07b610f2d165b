import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { admission } from '../admission/admission.js'

/** The cost of a new hash: a tenth of a second, and 32 MiB. It is kept with each hash, so that it can be raised. */
const COST = { N: 2 ** 15, r: 8, p: 1 }

const SALT_BYTES = 16
const HASH_BYTES = 32

const HASH = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/** Returns the hash of a password as text. Hashes of a `caller` take turns with those of others; see `verifyPassword`. */
export async function hashPassword(password: string, caller?: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await inTurn(caller, () => derive(password, salt, COST))
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * Returns whether a password has this hash. Without a hash, it takes the same time, and returns false. Throws `unavailable` when too many
 * passwords of the caller wait, or when the wait takes too long.
 */
export async function verifyPassword(password: string, hash: string | null, caller?: string): Promise<boolean> {
  const [text, N, r, p, salt = '', stored = ''] = HASH.exec(hash ?? '') ?? []
  if (hash !== null && text === undefined) throw new Error('A password is stored in an unknown form.')
  const cost = hash === null ? COST : { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await inTurn(caller, () => derive(password, Buffer.from(salt, 'base64url'), cost))
  return hash !== null && timingSafeEqual(derived, Buffer.from(stored, 'base64url'))
}

async function inTurn(caller = 'this process', hash: () => Promise<Buffer>): Promise<Buffer> {
  const end = await admission.password.acquire(caller)
  try {
    return await hash()
  } finally {
    end()
  }
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Keyboards spell the same letter in several ways, which count as one. */
function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const maxmem = 2 * 128 * cost.N * cost.r
  return scryptAsync(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem })
}
