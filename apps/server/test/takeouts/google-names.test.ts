import { expect, test } from 'vitest'
import { type MatchedNote, matchNotes } from '../../src/takeouts/google/google-names.js'

test.each<[file: string, note: string, as: MatchedNote['as'] | null, original?: string]>([
  ['IMG_1.jpg', 'IMG_1.jpg.json', 'itself'],
  ['IMG_1.jpg', 'IMG_2.jpg.json', null],
  ['20161105_170829.jpg', '20161105_170829.jpg.supplemental-metadata.json', 'itself'],
  ['Screenshot_20231027_123303_Facebook.jpg', 'Screenshot_20231027_123303_Facebook.jpg.supple.json', 'itself'],
  ['Screenshot_20231027_123303_Facebook(1).jpg', 'Screenshot_20231027_123303_Facebook.jpg.supple(1).json', 'itself'],
  [
    'Screenshot_2024-08-31-00-53-48-647_com.snapchat.jpg',
    'Screenshot_2024-08-31-00-53-48-647_com.snapcha.json',
    'itself',
  ],
  ['IMG_2710(1).HEIC', 'IMG_2710.HEIC(1).json', 'itself'],
  ['CLIP0001(10).AVI', 'CLIP0001.AVI.supplemental-metadata(10).json', 'itself'],
  ['DSC_0102(1).JPG', 'DSC_0102.JPG(2).json', null],
  ['DSC_0104(1).JPG', 'DSC_0104.JPG.json', null],
  ['DSC_0103.JPG', 'DSC_0103.JPG(1).json', null],
  ['uploaded (3).jpg', 'uploaded (3).jpg.json', 'itself'],
  [
    'Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg',
    'Backyard_ceremony_wedding_photography_xxxxxxx_(494).json',
    'itself',
  ],
  [
    'Backyard_ceremony_wedding_photography_xxxxxxx_m(185).jpg',
    'Backyard_ceremony_wedding_photography_xxxxxxx_(494).json',
    null,
  ],
  ['05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg', '05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json', 'itself'],
  [
    'PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg',
    'PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json',
    'itself',
  ],
  ['2234089303984509579.jpg', '2234089303984509579.supplemental-metadata.json', 'itself'],
  ['IMG_1-edited.jpg', 'IMG_1.jpg.json', 'edited', 'IMG_1.jpg'],
  ['IMAG0061-edited.JPG', 'IMAG0061.JPG.supplemental-metadata.json', 'edited', 'IMAG0061.JPG'],
  ['IMG_1-ha editado(2).jpg', 'IMG_1.HEIC(2).json', 'edited', 'IMG_1(2).HEIC'],
  [
    'PXL_20220405_090123740.PORTRAIT-modifié.jpg',
    'PXL_20220405_090123740.PORTRAIT.jpg.json',
    'edited',
    'PXL_20220405_090123740.PORTRAIT.jpg',
  ],
  ['IMG_1-bearbeitet.jpg', 'IMG_1.jpg.json', 'edited', 'IMG_1.jpg'],
  ['IMG_1-отредактировано.jpg', 'IMG_1.jpg.json', 'edited', 'IMG_1.jpg'],
  ['IMG_1-effects.jpg', 'IMG_1.jpg.json', 'edited', 'IMG_1.jpg'],
  ['IMG_1-1.jpg', 'IMG_1.jpg.json', null, 'IMG_1.jpg'],
  ['IMG_1-edited.jpg', 'IMG_1.jpg.json', 'beside'],
  ['IMG_1-edited.jpg', 'IMG_1.HEIC.supplemental-metadata.json', 'beside'],
  ['IMG_1-edited(1).jpg', 'IMG_1.jpg(1).json', 'beside'],
  [`${'a'.repeat(45)}-e.jpg`, `${'a'.repeat(45)}.json`, 'edited', `${'a'.repeat(45)}.jpg`],
  [`${'a'.repeat(46)}-.jpg`, `${'a'.repeat(46)}.json`, 'edited', `${'a'.repeat(46)}.jpg`],
  [`${'a'.repeat(45)}-e.jpg`, `${'a'.repeat(45)}.json`, 'beside'],
  ['IMG_1-e.jpg', 'IMG_1.jpg.json', null, 'IMG_1.jpg'],
  ['IMG_1.jpg', 'IMG_1.JPG.json', 'itself'],
  ['IMG_1.HEIC', 'IMG_1.heic.SUPPLEMENTAL-METADATA.JSON', 'itself'],
  ['IMG_1.jpg', 'IMG_1.JPG.json', 'beside', 'IMG_1.JPG'],
  ['Köln.jpg'.normalize('NFD'), 'Köln.jpg.json', 'itself'],
  ['Köln.jpg', 'Köln.jpg.supplemental-metadata.json'.normalize('NFD'), 'itself'],
  [`${'ü'.repeat(47)}.jpg`.normalize('NFD'), `${'ü'.repeat(46)}.json`, 'itself'],
  [`${'ü'.repeat(47)}.jpg`.normalize('NFD'), `${'ü'.repeat(46)}.json`.normalize('NFD'), 'itself'],
  ['IMG_1.MP4', 'IMG_1.HEIC.json', 'beside'],
  ['IMG_1.MP4', 'IMG_1.HEIC.json', 'half', 'IMG_1.HEIC'],
  ['PXL_1.MP', 'PXL_1.MP.jpg.json', 'half', 'PXL_1.MP.jpg'],
  ['IMG_1.jpg', 'IMG_1.MOV.json', 'beside', 'IMG_1.MOV'],
])('%s and the note %s: %s (EX2)', (file, note, as, original) => {
  const matches = matchNotes(original ? [file, original] : [file], [note])

  expect(matches.get(file)).toEqual(as === null ? undefined : { note, as, of: original ?? null })
})
