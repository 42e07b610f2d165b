import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian has it where only the administrator's PATH leads. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

/** The program of PgBouncer, if this machine has one. */
export const poolerProgram: string | undefined = folders
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path))

export const hasPooler: boolean = poolerProgram !== undefined
