import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeOperations, writeReadme, writeRoutes } from './operations.ts'
import { writeNames, writeTypes } from './types.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const files = {
  ...writeTypes(),
  'src/operations.ts': writeOperations(),
  'src/call/routes.ts': writeRoutes(),
  'test/types-by-name.ts': writeNames(),
  'README.md': writeReadme(readFileSync(`${folder}README.md`, 'utf8')),
}

rmSync(`${folder}src/types`, { recursive: true, force: true })
mkdirSync(`${folder}src/types`)
for (const [path, text] of Object.entries(files)) writeFileSync(folder + path, text)
execFileSync('biome', ['check', '--write', ...Object.keys(files)], { cwd: folder, stdio: 'inherit' })
