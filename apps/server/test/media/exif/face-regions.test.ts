import type { Tags } from 'exiftool-vendored'
import { expect, test } from 'vitest'
import { findFaceRegions } from '../../../src/media/exif/face-regions.js'

/** A face in the left upper corner of what is stored: 10 % wide, 20 % high. */
const corner = { X: 0.05, Y: 0.1, W: 0.1, H: 0.2, Unit: 'normalized' }

function tagsOf(area: object, { size = { W: 800, H: 600 } as object | undefined, type = 'Face' } = {}) {
  return { RegionInfo: { AppliedToDimensions: size, RegionList: [{ Area: area, Name: 'Ada', Type: type }] } } as Tags
}

function pictureOf(orientation: string | null) {
  return { exifImageWidth: 800, exifImageHeight: 600, orientation }
}

function boxesOf(tags: Tags, orientation: string | null = null) {
  return findFaceRegions(tags, pictureOf(orientation)).map((face) => [
    [face.boundingBoxX1, face.boundingBoxY1, face.boundingBoxX2, face.boundingBoxY2],
    [face.imageWidth, face.imageHeight],
  ])
}

test.each([
  [null, [0, 0, 80, 120], [800, 600]],
  ['1', [0, 0, 80, 120], [800, 600]],
  ['2', [720, 0, 800, 120], [800, 600]],
  ['3', [720, 480, 800, 600], [800, 600]],
  ['4', [0, 480, 80, 600], [800, 600]],
  ['5', [0, 0, 120, 80], [600, 800]],
  ['6', [480, 0, 600, 80], [600, 800]],
  ['7', [480, 720, 600, 800], [600, 800]],
  ['8', [0, 720, 120, 800], [600, 800]],
])('rotates a face of the stored picture with orientation %s', (orientation, box, size) => {
  expect(boxesOf(tagsOf(corner), orientation)).toEqual([[box, size]])
})

test('does not move a face when the picture was upright when it was marked', () => {
  expect(boxesOf(tagsOf(corner, { size: { W: 600, H: 800 } }), '6')).toEqual([
    [
      [0, 0, 60, 160],
      [600, 800],
    ],
  ])
})

test('reads regions as fractions of a picture that was larger when it was marked', () => {
  expect(boxesOf(tagsOf(corner, { size: { W: 8000, H: 6000 } }))).toEqual([
    [
      [0, 0, 80, 120],
      [800, 600],
    ],
  ])
})

test('accepts pixels and circles', () => {
  const pixels = tagsOf({ X: 400, Y: 300, W: 200, H: 100, Unit: 'pixel' })
  const circle = tagsOf({ X: 0.5, Y: 0.5, D: 0.5, Unit: 'normalized' })

  expect(boxesOf(pixels)).toEqual([
    [
      [300, 250, 500, 350],
      [800, 600],
    ],
  ])
  expect(boxesOf(circle)).toEqual([
    [
      [250, 150, 550, 450],
      [800, 600],
    ],
  ])
})

test('crops a face at the edge, and leaves out one beyond it', () => {
  expect(boxesOf(tagsOf({ ...corner, X: 0 }))).toEqual([
    [
      [0, 0, 40, 120],
      [800, 600],
    ],
  ])
  expect(boxesOf(tagsOf({ ...corner, X: 1.5 }))).toEqual([])
})

test.each([
  ['regions that are no faces', tagsOf(corner, { type: 'Pet' })],
  ['areas without numbers', tagsOf({ X: 'a', Y: null })],
  ['a text in place of regions', { RegionInfo: 'x' } as unknown as Tags],
  ['a file without regions', {}],
])('finds no face in %s', (_, tags) => {
  expect(boxesOf(tags)).toEqual([])
})

test('gives equal regions once, and leaves out a region without a name', () => {
  const region = { Area: corner, Type: 'Face' }
  const tags = { RegionInfo: { RegionList: [region, region] } } as unknown as Tags

  expect(findFaceRegions(tags, pictureOf(null))).toMatchObject([{ name: null }])
})
