import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages, readPage, sourcesIn } from './support/pages.js'

/** The codes that begin a rule of a page in docs/build/api. */
const decided = pages
  .filter((path) => path.startsWith('docs/build/api/'))
  .flatMap((path) => [...readPage(path).matchAll(/^- \*\*([A-Z]+\d+) /gm)].map(([, code = '']) => code))

const letters = [...new Set(decided.map((code) => code.replace(/\d+/, '')))].join('|')

/** The codes at the end of the names of tests, anywhere in the repository. */
const tested = sourcesIn('apps', 'packages')
  .filter((path) => path.endsWith('.test.ts'))
  .flatMap(
    (path) =>
      readFileSync(path, 'utf8').match(
        new RegExp(`(?<=\\()(?:${letters})\\d+(?:, (?:${letters})\\d+)*(?=\\)['"\`])`, 'g'),
      ) ?? [],
  )
  .flatMap((codes) => codes.split(', '))

test('every code of docs/build/api stands for one rule', () => {
  expect(decided.filter((code, index) => decided.indexOf(code) !== index)).toEqual([])
})

test('every code in the name of a test is decided in docs/build/api', () => {
  expect(tested.filter((code) => !decided.includes(code))).toEqual([])
})

test('every code of docs/build/api is in the name of a test', () => {
  expect(decided.filter((code) => !tested.includes(code))).toEqual([])
})
