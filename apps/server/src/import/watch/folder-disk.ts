import { opendir, statfs } from 'node:fs/promises'

const HOUR_MS = 3_600_000
/** A network share is read from end to end for at most a tenth of the time, and not more often than this. */
const SHARE_PASS_MS = 5_000
const SHARE_REST = 9

/** NFS, SMB (cifs, smb2), FUSE, 9p and AFS, as `statfs` numbers them: they do not tell what other machines change. */
const shares = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x65735546, 0x01021997, 0x5346414f])

/** Says how long to wait, in milliseconds, before a folder is read again, by how long the last reading took. */
export async function chooseRest(folder: string): Promise<(tookMs: number) => number> {
  const { type } = await statfs(folder)
  return shares.has(type) ? (tookMs) => Math.max(SHARE_PASS_MS, SHARE_REST * tookMs) : () => HOUR_MS
}

/** Whether a folder is empty or gone, as when its disk is not mounted. Reads one of its entries, however many there are. */
export async function isBare(folder: string): Promise<boolean> {
  const entries = await opendir(folder).catch(() => null)
  if (!entries) return true
  try {
    return (await entries.read()) === null
  } finally {
    await entries.close()
  }
}
