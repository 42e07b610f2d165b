// Compiles the server, copies the migrations and the definition of an asset's answer, and notes the sources that it built.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fingerprints, noteBuilt } from '../bin/sources.mjs'

function at(path) {
  return fileURLToPath(new URL(path, import.meta.url))
}

const ofServer = fingerprints(['apps/server'])
const { status } = spawnSync('tsc', ['--noCheck'], {
  cwd: at('..'),
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status === 0) {
  rmSync(at('../dist/prisma'), { recursive: true, force: true })
  cpSync(at('../../../prisma'), at('../dist/prisma'), { recursive: true })
  noteBuilt(ofServer)
}
process.exitCode = status ?? 1
