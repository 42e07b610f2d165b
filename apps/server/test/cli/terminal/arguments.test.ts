import { expect, test } from 'vitest'
import * as argument from '../../../src/cli/terminal/arguments.js'

test.each([
  ['what is no address', argument.email, 'ada', "'ada' is not an e-mail address."],
  ['an address that no mail can have', argument.email, `${'a'.repeat(243)}@example.org`, 'is not an e-mail address.'],
  [
    'a letter that looks like one of an address',
    argument.email,
    '\u212aate@example.org',
    "'\u212aate@example.org' is not an e-mail address: \u212a is U+212A.",
  ],
  ['an empty name', argument.keyName, ' ', 'is not text of 1 to 1,000 characters.'],
  ['a name of 1,001 characters', argument.keyName, 'a'.repeat(1_001), 'is not text of 1 to 1,000 characters.'],
  ['an empty name of a user', argument.userName, ' ', 'is not text of 1 to 200 characters'],
  ['a name of a user of 201 characters', argument.userName, 'a'.repeat(201), 'is not text of 1 to 200 characters'],
  ['a name of a user in two lines', argument.userName, 'Ada\nLovelace', 'none of them a control character'],
  ['a name that turns what follows', argument.userName, 'Ada\u202egpj.', 'changes the direction of the text'],
  ['an empty name of a tag', argument.tagName, ' ', 'is not text of 1 to 500 characters'],
  [
    'a name of a tag of 501 characters',
    argument.tagName,
    '\u{1f300}'.repeat(501),
    'is not text of 1 to 500 characters',
  ],
  ['a name of a tag in two lines', argument.tagName, 'Rome\nParis', 'such as a line break'],
  ['an end of no known length', argument.duration, '3 months', 'such as 12h, 90d, 8w or 1y'],
  ['an end that is now', argument.duration, '0d', 'such as 12h, 90d, 8w or 1y'],
  ['a quota of apples', argument.quota, '5 apples', 'is not a number of bytes'],
])('refuses %s', (_, read: (given: string) => unknown, given, message) => {
  expect(() => read(given)).toThrow(message)
})
