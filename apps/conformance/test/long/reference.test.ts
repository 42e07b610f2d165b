import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@media-library/client'
import { expect, onTestFinished, test } from 'vitest'

const typedoc = join(createRequire(import.meta.url).resolve('typedoc'), '../../bin/typedoc')

test('`pnpm reference` writes a page that describes every operation', async () => {
  const out = await mkdtemp(join(tmpdir(), 'reference-'))
  onTestFinished(() => rm(out, { recursive: true, force: true }))

  await promisify(execFile)(process.execPath, [typedoc, '--out', out], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  })

  const page = await readFile(join(out, 'index.md'), 'utf8')
  const described = [...page.matchAll(/^#+ (?:~~)?(\w+)\(\)/gm)].map(([, name]) => name)
  const operations = Object.keys(createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'mlk_1' }))
  expect(operations.filter((name) => !described.includes(name))).toEqual([])
})
