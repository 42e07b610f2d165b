import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Environment } from '../../src/config/environment.js'

const root = new URL('../../../../', import.meta.url)

/** Returns a path of the repository. */
export function toPath(name: string): string {
  return fileURLToPath(new URL(name, root))
}

export function readText(name: string): string {
  return readFileSync(new URL(name, root), 'utf8')
}

/** Returns the names that no variable of the service has. */
export function listUnknown(names: string[]): string[] {
  return names.filter((name) => !(name in Environment.shape))
}
