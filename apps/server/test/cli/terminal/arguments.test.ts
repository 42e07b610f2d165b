import { expect, test } from 'vitest'
import * as argument from '../../../src/cli/terminal/arguments.js'

test.each([
  ['what is no address', argument.email, 'ada', "'ada' is not an e-mail address."],
  ['an empty name', argument.name, ' ', 'is not text of 1 to 1,000 characters.'],
  ['a name of 1,001 characters', argument.name, 'a'.repeat(1_001), 'is not text of 1 to 1,000 characters.'],
  ['an end of no known length', argument.duration, '3 months', 'such as 12h, 90d, 8w or 1y'],
  ['an end that is now', argument.duration, '0d', 'such as 12h, 90d, 8w or 1y'],
  ['a quota of apples', argument.quota, '5 apples', 'is not a number of bytes'],
])('refuses %s', (_, read: (given: string) => unknown, given, message) => {
  expect(() => read(given)).toThrow(message)
})
