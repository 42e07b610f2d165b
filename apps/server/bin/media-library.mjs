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

// It is left out in a container, where nothing may be written. It lies beside its sources, not in a folder that all accounts share.
module.enableCompileCache?.(inServer('node_modules/.cache/compile'))
await import('../dist/main.js')
