// Compiles the server, and copies the files of other packages that it serves and uses into its package. Stores the
// fingerprint of the sources.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { fingerprints, noteBuilt } from '../bin/sources.mjs'
import { bundleLibraries } from './bundle-libraries.mjs'

const { resolve } = createRequire(import.meta.url)

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
  for (const name of [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'favicon-32x32.png',
    'LICENSE',
    'NOTICE',
  ])
    cpSync(resolve(`swagger-ui-dist/${name}`), at(`../dist/http/docs/swagger-ui/${name}`))
  await bundleLibraries(at('../dist'))
  noteBuilt(ofServer)
}
process.exitCode = status ?? 1
