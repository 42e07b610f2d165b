import { existsSync } from 'node:fs'

const { CHROMIUM = '/usr/bin/chromium' } = process.env

/** The browser that tries the page; null where there is none. */
export const chromiumPath: string | null = existsSync(CHROMIUM) ? CHROMIUM : null
