import { afterAll, expect, test } from 'vitest'
import { describeMetadataFault, type Metadata, writeMetadata } from '../../../src/assets/metadata/metadata.js'
import { openAdasLibrary } from '../../support/database/adas-library.js'
import { createAsset } from '../../support/database/factories.js'
import { makeExif } from '../../support/jobs/metadata.js'

const { database, ada, close } = await openAdasLibrary()
afterAll(close)

const taken = new Date('2024-05-06T07:08:09Z')

test.each<[value: string, told: Partial<Metadata>]>([
  ['a longitude of -181', { exif: { ...makeExif(), longitude: -181 } }],
  ['a size of -1', { exif: { ...makeExif(), fileSizeInByte: -1n } }],
  ['a duration of an hour', { duration: 'an hour' }],
  ['"1000000000000"', { exif: { ...makeExif(), exifImageWidth: 1e12 } }],
  ['"-000001-01-01T00:00:00.000Z"', { exif: { ...makeExif(), modifyDate: new Date('-000001-01-01T00:00:00Z') } }],
])('reports that %s is impossible', async (value, told) => {
  const asset = await createAsset(database, ada)
  const times = { fileCreatedAt: taken, localDateTime: taken, duration: null }
  const nothing = { keywords: [], hiddenKeywords: [], faces: [] }
  const metadata: Metadata = { assetId: asset.id, exif: makeExif(), ...times, ...nothing, ...told }

  const error = await writeMetadata(database, [metadata]).catch((thrown) => thrown)

  expect(describeMetadataFault(error, metadata)).toEqual({
    reason: `its metadata cannot be stored: ${value} is impossible; correct it in the file, or in a side-car`,
    isFinal: true,
  })
})
