#!/usr/bin/env node
import './current-node.mjs'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

function inServer(path) {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

// An installed package has no sources and is already built.
if (existsSync(inServer('src'))) {
  const { buildIfChanged } = await import('./build.mjs')
  await buildIfChanged()
}

// The cache is left out in a container, where nothing may be written. It is beside its sources, not in a folder that
// all accounts share.
module.enableCompileCache?.(inServer('node_modules/.cache/compile'))
await import('../dist/main.js')
