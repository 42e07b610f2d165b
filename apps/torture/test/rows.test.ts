import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rows } from '../src/rows.js'

const tests = new URL('../../server/test/', import.meta.url)
const page = readFileSync(new URL('../../../docs/reliability.md', import.meta.url), 'utf8')

test.each(rows)('the tests of $name are there', ({ files }) => {
  expect(files.filter((file) => !existsSync(new URL(file, tests)))).toEqual([])
})

test('docs/reliability.md tells of each row what must hold', () => {
  const lines = page.split('\n')

  expect(rows.filter(({ name }) => !lines.some((line) => line.startsWith(`| \`${name}\``)))).toEqual([])
})
