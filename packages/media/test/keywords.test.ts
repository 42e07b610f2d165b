import type { Tags } from 'exiftool-vendored'
import { expect, test } from 'vitest'
import { findKeywords } from '../src/exif/keywords.js'

test.each([
  ['IPTC and XMP, each once', { Keywords: ['Sea', 'Dog'], Subject: ['Sea', 'Sun'] }, ['Sea', 'Sun', 'Dog']],
  ['a single one', { Subject: 'Sea' }, ['Sea']],
  ['one of digits, which exiftool gives as a number', { Keywords: 2024 }, ['2024']],
  ['those of Windows', { XPKeywords: 'Sea;Dog; ' }, ['Sea', 'Dog']],
  ['the leaf of a hierarchy', { HierarchicalSubject: ['Places|France|Paris', 'Dog'] }, ['Paris', 'Dog']],
  ['the leaf of a hierarchy of digiKam', { TagsList: ['Places/France/'] }, ['France']],
  ['none that is blank or broken', { Subject: ['  ', '\0', 'a\0b', 'x'.repeat(501), null] }, ['ab']],
])('finds %s', (_, tags, keywords) => {
  expect(findKeywords(tags as unknown as Tags, {})).toMatchObject({ keywords, hiddenKeywords: [] })
})

test('prefers those of a sidecar to those of the file', () => {
  const tags = { Keywords: ['Old'] } as Tags

  expect(findKeywords(tags, { Subject: ['New'] } as Tags)).toMatchObject({ keywords: ['New'], hiddenKeywords: ['Old'] })
  expect(findKeywords(tags, {})).toMatchObject({ keywords: ['Old'], hiddenKeywords: [] })
})
