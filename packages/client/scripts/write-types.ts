import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeNames, writeTypes } from './types.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const files = ['src/types.ts', 'test/types-by-name.ts']

for (const [position, text] of [writeTypes(), writeNames()].entries()) writeFileSync(folder + files[position], text)
execFileSync('biome', ['check', '--write', ...files], { cwd: folder, stdio: 'inherit' })
