import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPage, sourcesIn } from './support/pages.js'

/** The codes that begin a row of docs/decisions.md. */
const decided = [...readPage('docs/decisions.md').matchAll(/^\| ([A-Z]\d+) +\|/gm)].map(([, code = '']) => code)

/** The codes with which the name of a test begins, anywhere in the repository. */
const tested = sourcesIn('apps', 'packages')
  .filter((path) => path.endsWith('.test.ts'))
  .flatMap((path) => readFileSync(path, 'utf8').match(/(?<=['"`])([CAUTLJFEOXWGD]\d{1,2} )+/g) ?? [])
  .flatMap((codes) => codes.trim().split(' '))

test('every code in the name of a test is a row of docs/decisions.md', () => {
  expect(tested.filter((code) => !decided.includes(code))).toEqual([])
})

test('every row of docs/decisions.md is in the name of a test', () => {
  expect(decided.filter((code) => !tested.includes(code))).toEqual([])
})
