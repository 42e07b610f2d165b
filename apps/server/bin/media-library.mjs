#!/usr/bin/env node
import './current-node.mjs'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

function inServer(path) {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

// A package that was installed, not cloned, has no sources and is built already.
if (existsSync(inServer('src'))) {
  const { buildIfChanged } = await import('./build.mjs')
  await buildIfChanged()
}

// Where nothing may be written, as in a container, it is left out. It lies beside what it was made of, not in a folder of everybody.
module.enableCompileCache?.(inServer('node_modules/.cache/compile'))
await import('../dist/main.js')
