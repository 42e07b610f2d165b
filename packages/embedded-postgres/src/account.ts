import { execFile } from 'node:child_process'
import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './errors.js'

/** The ids of an unprivileged account of the system. */
export interface Account {
  uid: number
  gid: number
}

const run = promisify(execFile)

/**
 * Chooses the account that PostgreSQL runs as; null for the current one. PostgreSQL refuses to run as root, so root uses the
 * first owner of the folders that is not root, or else an account that systems have for this purpose.
 */
export async function chooseAccount(folders: string[]): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => null)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = await lookUp(name)
    if (account) return account
  }
  throw new EmbeddedPostgresError(
    'no-account',
    'PostgreSQL refuses to run as root, and this system has no account "postgres" or "nobody" to run it as.',
  )
}

/** Makes the account the owner of a folder and its contents. A copy that root made or restored belongs to root. */
export async function giveTo(account: Account | null, folder: string): Promise<void> {
  const own = (path: string) => (account ? lchown(path, account.uid, account.gid) : undefined)
  if (account && (await stat(folder)).uid !== account.uid) {
    for (const entry of await readdir(folder, { recursive: true })) await own(join(folder, entry))
    await own(folder)
  }
  // PostgreSQL refuses a data folder that other accounts may read.
  await chmod(folder, 0o700)
}

async function lookUp(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return null
  }
}
