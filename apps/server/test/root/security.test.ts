import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const place = new URL('../../../../docs/operate/threats.md', import.meta.url)
const page = readFileSync(place, 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| API'))

/** The tests of the page by their labels: `[label]: path "name"`. */
const named = new Map(
  [...page.matchAll(/^\[([^\]]+)\]: (\S+) "(.+)"$/gm)].map(([, label = '', path = '', name = '']) => [
    label,
    { path, name },
  ]),
)

function labelsIn(row: string) {
  return [...row.matchAll(/\[([^\]]+)\]/g)].map(([, label = '']) => label)
}

test('docs/operate/threats.md lists the ten risks in order, each with tests', () => {
  expect(rows.map((row) => /^\| (API\d+) /.exec(row)?.[1])).toEqual(
    Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
  )
  expect(rows.filter((row) => labelsIn(row).length === 0)).toEqual([])
  expect(new Set(rows.flatMap(labelsIn))).toEqual(new Set(named.keys()))
})

test('every test that it names exists', () => {
  const missing = [...named.values()].filter(
    ({ path, name }) => !readFileSync(new URL(path, place), 'utf8').includes(name),
  )

  expect(missing).toEqual([])
})
