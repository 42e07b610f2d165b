import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
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
