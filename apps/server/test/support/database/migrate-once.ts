import { built } from '../built.ts'

// Migrates in a process of its own: `migrate-once.ts <url> <folder>`.
const [url = '', folder = ''] = process.argv.slice(2)
const { migrate } = await built<typeof import('../../../src/migrations/migrate.js')>('migrations/migrate.js')
process.stdout.write(JSON.stringify(await migrate(url, folder)))
