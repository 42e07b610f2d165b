import { expect, test } from 'vitest'
import { listParts, readAsked } from '../../src/finding/asked.js'
import { adding, suggest } from '../../src/finding/suggest.js'

const ID = '0197e8a0-0000-7000-8000-000000000001'

const place = (name: string, note: string) => ({ name, note, toGoal: adding({}, { city: name }) })
const places = [place('Zermatt', 'Valais, Switzerland'), place('Zürich', 'Switzerland'), place('Sydney', 'Australia')]

const suggested = (text: string) =>
  suggest(text, [{ group: 'places', known: places }]).flatMap(({ suggestions }) =>
    suggestions.map(({ name, goal }) => [name, 'search' in goal && goal.search.q]),
  )

test.each([
  [
    's',
    [
      ['Sydney', undefined],
      ['Zermatt', undefined],
      ['Zürich', undefined],
    ],
  ],
  ['zur', [['Zürich', undefined]]],
  ['beach 2019 SYD', [['Sydney', 'beach 2019']]],
  [
    'switzerland z',
    [
      ['Zermatt', undefined],
      ['Zürich', undefined],
    ],
  ],
  ['ydney', []],
  [' ! ', []],
])('%j suggests %j: what has it in its name first, and the words before it stay', (text, expected) => {
  expect(suggested(text)).toEqual(expected)
})

test.each([
  [
    { q: 2019, city: ' Lisbon ', type: 'IMAGE', isFavorite: true, personIds: ID },
    { q: '2019', city: 'Lisbon', type: 'IMAGE', isFavorite: true, personIds: [ID] },
  ],
  [{ personIds: [ID, 'x', ID, 7] }, { personIds: [ID] }],
  [{ q: '', type: 'X', isFavorite: 'yes', picture: 'x', other: 1, make: {}, personIds: [['x']] }, {}],
])('an address %j asks for %j', (address, asked) => {
  expect(readAsked(address)).toEqual(asked)
})

test('each part of what is asked for can be left out by itself', () => {
  const asked = readAsked({ q: 'beach 2019', city: 'Lisbon', country: 'Portugal', make: 'Sony', model: 'Sony A7' })

  expect(
    listParts(asked, []).map(({ label, without }) => [label, Object.keys(readAsked({ ...without })).length]),
  ).toEqual([
    ['beach', 5],
    ['2019', 5],
    ['Lisbon, Portugal', 3],
    ['Sony A7', 3],
  ])
})

test('each person can be left out by itself, and one whose name is not known, too', () => {
  const other = ID.replace('1', '2')
  const parts = listParts(readAsked({ personIds: [ID, other] }), [{ id: ID, name: 'Ada' }])

  expect(parts.map(({ label, without }) => [label, without])).toEqual([
    ['Person: Ada', { personIds: [other] }],
    ['Person', { personIds: [ID] }],
  ])
})
