import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Environment } from '../../src/config/environment.js'

const root = new URL('../../../../', import.meta.url)

/** A path from the root of the repository. */
export const pathOf = (name: string): string => fileURLToPath(new URL(name, root))

export const readText = (name: string): string => readFileSync(new URL(name, root), 'utf8')

/** Those of the names that no variable of the service has. */
export const listUnknown = (names: string[]): string[] => names.filter((name) => !(name in Environment.shape))
