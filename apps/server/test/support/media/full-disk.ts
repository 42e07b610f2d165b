import { execFile } from 'node:child_process'
import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'

const run = promisify(execFile)

/** Mounts a small disk in memory without free space, which needs root. It goes away with the test. */
export async function makeFullDisk(): Promise<string> {
  const folder = await makeFolder()
  await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'media-library-test', folder])
  onTestFinished(async () => {
    await run('umount', ['--lazy', folder])
  })
  const file = await open(join(folder, 'large'), 'w')
  await file.writeFile(Buffer.alloc(1_000_000)).catch(() => {})
  await file.close()
  return folder
}

/** Takes the right to write in a folder, also from root where that is needed, and returns what gives it back. */
export async function makeReadOnly(folder: string): Promise<() => Promise<unknown>> {
  if (process.getuid?.() !== 0) {
    await chmod(folder, 0o500)
    return () => chmod(folder, 0o700)
  }
  await run('mount', ['--bind', folder, folder])
  await run('mount', ['-o', 'remount,bind,ro', folder])
  return () => run('umount', ['--lazy', folder])
}
