import { Album, Asset, Face, Person, Problem, Tag, User } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { anAlbum, anAsset, createFixtures } from '../../src/testing/index.js'

const fixtures = createFixtures(7)

describe('fixtures', () => {
  test.each([
    ['aUser', User, fixtures.aUser()],
    ['aTag', Tag, fixtures.aTag()],
    ['aFace', Face, fixtures.aFace()],
    ['aPerson', Person, fixtures.aPerson()],
    ['anAsset', Asset, fixtures.anAsset({ people: [fixtures.aPerson()], tags: [fixtures.aTag()] })],
    ['anAlbum', Album, fixtures.anAlbum({ assets: [fixtures.anAsset()], sharedUsers: [fixtures.aUser()] })],
    ['aProblem', Problem, fixtures.aProblem('unusable_ids')],
  ])('%s conforms to the contract', (_name, schema, fixture) => {
    expect(schema.parse(fixture)).toEqual(fixture)
  })

  test('are the same for one seed, and differ for another', () => {
    const [first, again, other] = [createFixtures(3), createFixtures(3), createFixtures(4)].map((made) => [
      made.anAlbum(),
      made.anAsset(),
    ])

    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  test('have the values that a test gives', () => {
    expect(anAsset({ type: 'VIDEO', isFavorite: true })).toMatchObject({ type: 'VIDEO', isFavorite: true })
  })

  test('an album agrees with its assets (A3, A6)', () => {
    const assets = [anAsset(), anAsset()]

    const [first, last] = assets
    expect(anAlbum({ assets })).toMatchObject({
      assetCount: 2,
      albumThumbnailAssetId: first?.id,
      startDate: first?.fileCreatedAt,
      endDate: last?.fileCreatedAt,
    })
    expect(anAlbum()).not.toHaveProperty('startDate')
  })
})
