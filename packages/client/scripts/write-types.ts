import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeNames, writeTypes } from './types.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const files = { ...writeTypes(), 'test/types-by-name.ts': writeNames() }

rmSync(`${folder}src/types`, { recursive: true, force: true })
mkdirSync(`${folder}src/types`)
for (const [path, text] of Object.entries(files)) writeFileSync(folder + path, text)
execFileSync('biome', ['check', '--write', ...Object.keys(files)], { cwd: folder, stdio: 'inherit' })
