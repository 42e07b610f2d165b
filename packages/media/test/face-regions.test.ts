import { expect, test } from 'vitest'
import { findFaceRegions } from '../src/exif/face-regions.js'
import type { TagValues } from '../src/exif/file-tags.js'

/** A face in the upper left corner of the stored picture: 10 % wide, 20 % high. */
const corner = { X: 0.05, Y: 0.1, W: 0.1, H: 0.2, Unit: 'normalized' }

function makeTags(area: object, { size = { W: 800, H: 600 } as object | undefined, type = 'Face' } = {}) {
  return {
    RegionInfo: { AppliedToDimensions: size, RegionList: [{ Area: area, Name: 'Ada', Type: type }] },
  } as TagValues
}

function makePicture(orientation: string | null) {
  return { exifImageWidth: 800, exifImageHeight: 600, orientation }
}

/** Formats each face as `x1 y1 x2 y2`, with the size of its picture. */
function listBoxes(tags: TagValues, orientation: string | null = null) {
  return findFaceRegions(tags, makePicture(orientation)).map((face) => {
    const box = [face.boundingBoxX1, face.boundingBoxY1, face.boundingBoxX2, face.boundingBoxY2]
    return `${box.join(' ')} of ${face.imageWidth} x ${face.imageHeight}`
  })
}

test.each([
  [null, '0 0 80 120 of 800 x 600'],
  ['1', '0 0 80 120 of 800 x 600'],
  ['2', '720 0 800 120 of 800 x 600'],
  ['3', '720 480 800 600 of 800 x 600'],
  ['4', '0 480 80 600 of 800 x 600'],
  ['5', '0 0 120 80 of 600 x 800'],
  ['6', '480 0 600 80 of 600 x 800'],
  ['7', '480 720 600 800 of 600 x 800'],
  ['8', '0 720 120 800 of 600 x 800'],
])('rotates a face of the stored picture with orientation %s', (orientation, box) => {
  expect(listBoxes(makeTags(corner), orientation)).toEqual([box])
})

test('does not move a face when the picture was upright when it was marked', () => {
  expect(listBoxes(makeTags(corner, { size: { W: 600, H: 800 } }), '6')).toEqual(['0 0 60 160 of 600 x 800'])
})

test.each([
  ['fractions of a larger picture', makeTags(corner, { size: { W: 8000, H: 6000 } }), '0 0 80 120 of 800 x 600'],
  ['pixels', makeTags({ X: 400, Y: 300, W: 200, H: 100, Unit: 'pixel' }), '300 250 500 350 of 800 x 600'],
  ['a circle', makeTags({ X: 0.5, Y: 0.5, D: 0.5, Unit: 'normalized' }), '250 150 550 450 of 800 x 600'],
  ['a face at the edge, which is cropped', makeTags({ ...corner, X: 0 }), '0 0 40 120 of 800 x 600'],
])('reads a region of %s', (_, tags, box) => {
  expect(listBoxes(tags)).toEqual([box])
})

test.each([
  ['regions that are no faces', makeTags(corner, { type: 'Pet' })],
  ['a region beyond the edge', makeTags({ ...corner, X: 1.5 })],
  ['areas without numbers', makeTags({ X: 'a', Y: null })],
  ['a text in place of regions', { RegionInfo: 'x' } as unknown as TagValues],
  ['a file without regions', {}],
])('finds no face in %s', (_, tags) => {
  expect(listBoxes(tags)).toEqual([])
})

test('gives equal regions once, and leaves out a region without a name', () => {
  const region = { Area: corner, Type: 'Face' }
  const tags = { RegionInfo: { RegionList: [region, region] } } as unknown as TagValues

  expect(findFaceRegions(tags, makePicture(null))).toMatchObject([{ name: null }])
})
