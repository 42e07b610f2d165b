// Compiles the server, puts the migrations beside what came out, and notes of which sources that was.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fingerprint, noteBuilt } from '../bin/sources.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

const built = fingerprint()
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], {
  cwd: at('..'),
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status === 0) {
  rmSync(at('../dist/migrations'), { recursive: true, force: true })
  cpSync(at('../../../prisma/migrations'), at('../dist/migrations'), { recursive: true })
  noteBuilt(built)
}
process.exitCode = status ?? 1
