import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Command } from 'commander'
import { examples } from '../terminal/messages.js'

export const openapi = new Command('openapi')
  .addHelpText('after', examples('openapi', 'openapi > openapi.json'))
  .action(() => {
    const { resolve } = createRequire(import.meta.url)
    process.stdout.write(readFileSync(resolve('@media-library/contract/openapi.json')))
  })
