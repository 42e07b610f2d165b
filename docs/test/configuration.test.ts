import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPage, sourcesIn } from './support/pages.js'

const text = readPage('docs/operate/configuration.md') + readPage('docs/operate/sign-in.md')
const documented = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|HOST|PORT)`/g)].map(([, name = '']) => name)

const sources = sourcesIn('apps', 'packages').filter((path) => /\/(server|media)\/src\//.test(path))

/** The variables that the schemas of the environment declare. */
const declared = sources
  .filter((path) => path.includes('/src/config/'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)])
  .map(([, name = '']) => name)

test('every variable that the service reads is on a page', () => {
  expect(declared).toEqual(expect.arrayContaining(['DATA_DIR', 'OAUTH_ISSUER']))
  expect(declared.filter((name) => !documented.includes(name))).toEqual([])
})

test('every variable on a page is one that the service reads', () => {
  const all = sources.map((path) => readFileSync(path, 'utf8')).join('\n')

  expect(documented.filter((name) => !all.includes(name))).toEqual([])
})
