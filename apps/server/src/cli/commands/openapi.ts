import { Command } from 'commander'
import { examples } from '../terminal/messages.js'

export const openapi = new Command('openapi')
  .addHelpText('after', examples('openapi', 'openapi > openapi.json'))
  .action(async () => {
    const { openApiText } = await import('../../http/docs/openapi.js')
    process.stdout.write(openApiText())
  })
