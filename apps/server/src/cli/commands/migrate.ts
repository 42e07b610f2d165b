import { Command } from 'commander'
import { examples } from '../terminal/messages.js'
import { withContext } from './context/with-context.js'

export const migrate = new Command('migrate').addHelpText('after', examples('migrate')).action(() =>
  withContext(async ({ migrations }) => {
    const applied = migrations.map((migration) => `applied ${migration}`)
    process.stdout.write(`${[...applied, 'The database is up to date.'].join('\n')}\n`)
  }),
)
