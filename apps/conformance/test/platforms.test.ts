import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { NODES } from './packed/consumer.js'
import { root } from './packed/run.js'

test('README of the client names the platforms on which it is tried', async () => {
  const readme = await readFile(`${root}packages/client/README.md`, 'utf8')
  const versions = { ...(await readVersions('e2e')), ...(await readVersions('long')) }
  const minor = (name: string) => versions[name]?.split('.').slice(0, 2).join('.')
  const [, table = ''] = readme.split('## Platforms')
  const rows = [...table.matchAll(/^\| (.+?) *\|/gm)].map(([, platform]) => platform).slice(2)

  expect(rows).toEqual([
    `Node ${[...NODES.e2e, ...NODES.long].sort().join(', ')}`,
    `Bun ${minor('bun')}`,
    `Deno ${minor('deno')}`,
    `workerd, miniflare ${versions['miniflare']?.split('.')[0]}`,
    'Chromium',
    `Metro ${minor('metro')}`,
    `Hermes ${minor('hermes-engine-cli')}`,
    `jest ${minor('jest')}`,
    `vitest ${minor('vitest')}, MSW ${minor('msw')}`,
  ])
})

async function readVersions(tier: string): Promise<Record<string, string>> {
  const manifest = await readFile(new URL(`packed/consumer/${tier}/package.json`, import.meta.url), 'utf8')
  return JSON.parse(manifest).dependencies
}
