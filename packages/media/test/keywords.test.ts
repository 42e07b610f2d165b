import { expect, test } from 'vitest'
import { findKeywords } from '../src/exif/keywords.js'

test.each([
  ['IPTC and XMP, each once', { Keywords: ['Sea', 'Dog'], Subject: ['Sea', 'Sun'] }, ['Sea', 'Sun', 'Dog']],
  ['a single one', { Subject: 'Sea' }, ['Sea']],
  ['one in both forms of Unicode, once', { Keywords: ['Caf\u00e9'], Subject: ['Cafe\u0301'] }, ['Caf\u00e9']],
  ['those of Windows', { XPKeywords: 'Sea;Dog; ' }, ['Sea', 'Dog']],
  ['the leaf of a hierarchy', { HierarchicalSubject: ['Places|France|Paris', 'Dog'] }, ['Paris', 'Dog']],
  ['the leaf of a hierarchy of digiKam', { TagsList: ['Places/France/'] }, ['France']],
  ['none that is blank or broken', { Subject: ['  ', '\0', 'a\0b', 'x'.repeat(501), null] }, ['ab']],
])('finds %s', (_, tags, keywords) => {
  expect(findKeywords(tags, {})).toMatchObject({ keywords, hiddenKeywords: [] })
})

test('prefers those of a sidecar to those of the file', () => {
  const tags = { Keywords: ['Old'] }

  expect(findKeywords(tags, { Subject: ['New'] })).toMatchObject({ keywords: ['New'], hiddenKeywords: ['Old'] })
  expect(findKeywords(tags, {})).toMatchObject({ keywords: ['Old'], hiddenKeywords: [] })
})
