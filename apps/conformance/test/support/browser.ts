import { existsSync } from 'node:fs'

const { CHROMIUM = '/usr/bin/chromium' } = process.env

/** Whether there is a browser to try pages in. Says so when there is none. */
export const hasChromium: boolean = existsSync(CHROMIUM)
if (!hasChromium) {
  process.stderr.write(
    `The pages are not tried: there is no ${CHROMIUM}. Install chromium, or set CHROMIUM to its path.\n`,
  )
}

/** How to launch it. */
export const launchOptions = {
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
}
