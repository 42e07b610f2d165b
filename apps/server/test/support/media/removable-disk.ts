import { execFile } from 'node:child_process'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'

const run = promisify(execFile)

/** A folder whose disk can be taken away, as by a pulled plug, and given back. */
export interface RemovableDisk {
  /** Where the disk is mounted, alone in another folder. It is an empty folder while it is not. */
  folder: string
  /** Whether it is a real mount, which needs root; otherwise the folder is renamed, and an empty one takes its place. */
  isMount: boolean
  take(): Promise<void>
  giveBack(): Promise<void>
}

/** Makes a disk in memory that is mounted. It goes away with the test. */
export async function makeRemovableDisk(): Promise<RemovableDisk> {
  const root = await makeFolder({ 'photos/usb/.keep': '' })
  const [disk, folder] = [join(root, 'disk'), join(root, 'photos/usb')]
  await rm(join(folder, '.keep'))
  await mkdir(disk)
  const isMount = await run('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'media-library-test', disk]).then(
    () => true,
    () => false,
  )
  // What was opened beneath it stays open, and the folder is empty at once.
  const unmount = (path: string) => run('umount', ['--lazy', path])
  const giveBack = async () => {
    if (isMount) await run('mount', ['--bind', disk, folder])
    else {
      await rmdir(folder)
      await rename(disk, folder)
    }
  }
  const take = async () => {
    if (isMount) await unmount(folder)
    else {
      await rename(folder, disk)
      await mkdir(folder)
    }
  }
  if (isMount) {
    onTestFinished(async () => {
      await unmount(folder).catch(() => {})
      await unmount(disk).catch(() => {})
    })
  }
  await giveBack()
  return { folder, isMount, take, giveBack }
}
