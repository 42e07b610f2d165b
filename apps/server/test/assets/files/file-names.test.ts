import { describe, expect, test } from 'vitest'
import { toFileName, uniqueNames } from '../../../src/assets/files/file-names.js'

describe('a file that is downloaded', () => {
  test.each([
    ['keeps a name that every system takes', 'Été 🏖 (1).JPG', 'jpg', 'Été 🏖 (1).JPG'],
    ['keeps an ending of its kind', 'clip.mts', 'ts', 'clip.mts'],
    ['keeps a name of which nothing is known', 'c', 'bin', 'c'],
    ['gets the ending of its type without one', 'IMG 1', 'heic', 'IMG 1.heic'],
    ['gets the ending of its type when a date looks like one', 'Trip 01.07.2020', 'jpg', 'Trip 01.07.2020.jpg'],
    ['gets the ending of its type when a word looks like one', 'With Dr. Who', 'jpg', 'With Dr. Who.jpg'],
    ['gets the ending of its type after that of a program', 'invoice.html', 'jpg', 'invoice.html.jpg'],
    ['gets a harmless ending after that of a program', 'invoice.html', 'bin', 'invoice.html.bin'],
    ['has no separator', '../a\\b:c.jpg', 'jpg', '.._a_b_c.jpg'],
    ['has no character that Windows refuses', '<a>"b"|c?*.jpg', 'jpg', '_a__b__c__.jpg'],
    ['has no control character', 'a\0\r\n\x7f.jpg', 'jpg', 'a____.jpg'],
    ['has no half character', 'a\ud83c.jpg', 'jpg', 'a\ufffd.jpg'],
    ['has no dot at its end', 'a.', 'jpg', 'a.jpg'],
    ['has no blank at its end', 'a.jpg . ', 'jpg', 'a.jpg'],
    ['is not only dots', '..', 'jpg', '_.jpg'],
    ['is not empty', '', 'bin', '_'],
    ['is not only an ending', ' .jpg', 'jpg', '_.jpg'],
    ['is no device of Windows', 'CON', 'jpg', '_CON.jpg'],
    ['is no device of Windows with an ending', 'lpt1.jpg', 'jpg', '_lpt1.jpg'],
    ['is no device of Windows with two endings', 'Aux.tar.jpg', 'jpg', '_Aux.tar.jpg'],
    ['is no device of Windows with a blank', 'nul .jpg', 'jpg', '_nul.jpg'],
    ['is no device of Windows with a high digit', 'COM¹.jpg', 'jpg', '_COM¹.jpg'],
    ['may begin as a device of Windows', 'Connie.jpg', 'jpg', 'Connie.jpg'],
    ['is short enough for every disk', `${'ä'.repeat(255)}.jpg`, 'jpg', `${'ä'.repeat(118)}.jpg`],
    ['ends in a whole character', `a${'🏖'.repeat(100)}`, 'jpg', `a${'🏖'.repeat(58)}.jpg`],
  ])('%s', (_promise, name, extension, expected) => {
    expect(toFileName(name, extension)).toBe(expected)
  })
})

describe('files of one folder', () => {
  const nameAll = (files: [name: string, ...shots: string[]][]) => {
    const toUniqueName = uniqueNames()
    return files.map(([name, ...shots]) => toUniqueName(name, shots))
  }

  test.each([
    ['the same', 'a.jpg', 'a.jpg', 'a (2).jpg'],
    ['the same but for case', 'a.jpg', 'A.JPG', 'A (2).JPG'],
    ['the same but for the case of a letter with an accent', 'É.jpg', 'é.jpg', 'é (2).jpg'],
    ['composed and decomposed', '\u00e9.jpg', 'e\u0301.jpg', 'e\u0301 (2).jpg'],
    ['decomposed in two orders', 'a\u0323\u0302.jpg', '\u1ead.jpg', '\u1ead (2).jpg'],
    ['with one letter in another case two', 'Straße.jpg', 'STRASSE.jpg', 'STRASSE (2).jpg'],
    ['with a sign that is a letter', '\u212a.jpg', 'k.jpg', 'k (2).jpg'],
    ['with a letter that is not shown', 'a.jpg', 'a\u200d.jpg', 'a\u200d (2).jpg'],
    ['with one stem, which other programs take for one shot', 'a.jpg', 'a.mov', 'a (2).mov'],
  ])('have different names when theirs are %s', (_what, first, second, expected) => {
    expect(
      nameAll([
        [first, '1'],
        [second, '2'],
      ]),
    ).toEqual([first, expected])
  })

  test('never get the name that another one has', () => {
    expect(
      nameAll([
        ['a (2).jpg', '1'],
        ['a.jpg', '2'],
        ['a.jpg', '3'],
        ['a (2).jpg', '4'],
      ]),
    ).toEqual(['a (2).jpg', 'a.jpg', 'a (3).jpg', 'a (2) (2).jpg'])
  })

  test('count together as the parts of a shot, in any order', () => {
    const files: [string, string][] = [
      ['IMG_1.jpg', 'one'],
      ['IMG_1.JPG', 'two'],
      ['IMG_1.mov', 'two'],
      ['img_1.mov', 'three'],
      ['IMG_1.mov', 'one'],
      ['img_1.DNG', 'three'],
      ['IMG_1.jpg', 'two'],
    ]

    expect(nameAll(files)).toEqual([
      'IMG_1.jpg',
      'IMG_1 (2).JPG',
      'IMG_1 (2).mov',
      'img_1 (3).mov',
      'IMG_1.mov',
      'img_1 (3).DNG',
      'IMG_1 (4).jpg',
    ])
  })

  test('are named soon, even if all have one name', () => {
    const names = nameAll(Array.from({ length: 20_000 }, (_, shot) => ['image.jpg', String(shot)]))

    expect(names.at(-1)).toBe('image (20000).jpg')
    expect(new Set(names).size).toBe(names.length)
  })
})
