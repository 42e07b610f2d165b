import { serverModule } from '../server-module.ts'

// Migrates in a process of its own: `migrate-once.ts <url> <folder>`.
const [url = '', folder = ''] = process.argv.slice(2)
const { migrate }: typeof import('../../../src/database/migrations/migrate.js') = await import(
  serverModule('database/migrations/migrate')
)
process.stdout.write(JSON.stringify(await migrate(url, folder)))
