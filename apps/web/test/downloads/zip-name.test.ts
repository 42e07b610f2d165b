import { expect, test } from 'vitest'
import { toZipName } from '../../src/downloads/download-zip.js'

test.each([
  ['is that of the album', 'Été 🏖 2024', 'Été 🏖 2024.zip'],
  ['is the date of the photos', '14 July 2024', '14 July 2024.zip'],
  ['has no separator', '2024/07: Rome\\Oslo', '2024-07- Rome-Oslo.zip'],
  ['has no character that Windows refuses', '<Who?> "me" | *', '-Who-- -me- - -.zip'],
  ['has no control character', 'a\0\nb', 'a--b.zip'],
  ['has no dot or blank around it', ' ..Rome. ', 'Rome.zip'],
  ['is not only dots', '..', '_.zip'],
  ['is no device of Windows', 'con', '_con.zip'],
  ['is no device of Windows with a dot', 'LPT1.Rome', '_LPT1.Rome.zip'],
  ['may begin as a device of Windows', 'Connie', 'Connie.zip'],
  ['is short enough for every disk', '🏖'.repeat(100), `${'🏖'.repeat(50)}.zip`],
])('the name of a ZIP %s', (_promise, name, expected) => {
  expect(toZipName(name, '')).toBe(expected)
})

test('the names of several ZIPs differ, however long the name is', () => {
  const name = 'a'.repeat(300)

  expect(toZipName(name, ' (1 of 2)')).toBe(`${'a'.repeat(50)} (1 of 2).zip`)
})
