import { migrate } from '../../src/database/migrate.js'

// Migrates in a process of its own: `migrate-once.ts <url> <folder>`.
const [url = '', folder = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await migrate(url, folder)))
