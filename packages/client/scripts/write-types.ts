import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { folder, writtenFiles } from './written-files.ts'

rmSync(`${folder}src/types`, { recursive: true, force: true })
mkdirSync(`${folder}src/types`)
for (const [path, text] of Object.entries(writtenFiles)) writeFileSync(folder + path, text)
execFileSync('biome', ['check', '--write', ...Object.keys(writtenFiles)], { cwd: folder, stdio: 'inherit' })
