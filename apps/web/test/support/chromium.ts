import { existsSync } from 'node:fs'

const { CHROMIUM = '/usr/bin/chromium' } = process.env

/** The browser of the tests; null when none is installed. */
export const chromiumPath: string | null = existsSync(CHROMIUM) ? CHROMIUM : null
