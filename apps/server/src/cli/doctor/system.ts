import { migrationsFolder, readMigrations } from '../../database/migrations/migrations.js'
import { type Check, ok, problem } from './finding.js'

export const checkNode: Check = async () => {
  const { node } = process.versions
  return isSupported(node) ? ok(node) : problem(`Node ${node} is too old`, 'Install Node 22.18 or later.')
}

const DAY = 86_400_000

export const checkClock: Check = async () => {
  const now = new Date()
  const made = Math.max(...(await readMigrations(migrationsFolder)).map(({ name }) => dayOf(name)))
  if (now.getTime() > made - 2 * DAY && now.getFullYear() < 2100) return ok(now.toISOString())
  return problem(
    `the clock says ${now.toISOString()}, which is before this version was made on ${new Date(made).toISOString().slice(0, 10)}`,
    'Set the clock of this machine, and synchronize it with a time server (timedatectl set-ntp true).',
  )
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

/** Returns the date in a migration's name, in milliseconds. */
function dayOf(name: string): number {
  return Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'))
}
