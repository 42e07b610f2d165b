import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns whether this machine has a program of a package of Debian. Prints what is not tested without it on standard error. */
export function hasProgram(name: string, { of }: { of: string }): boolean {
  const isThere = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
  if (!isThere) process.stderr.write(`Nothing is tested with ${name}: there is none. Install it (apt install ${of}).\n`)
  return isThere
}
