import type { Album, Asset, Face, Person, Problem, ProblemCode, Tag, User } from '@media-library/contract/schemas'
import * as schemas from '@media-library/contract/schemas'

/**
 * Functions that create values that the contract allows. A test passes the properties that it needs, and the rest is
 * filled in.
 */
export type Fixtures = ReturnType<typeof createFixtures>

const { requireExample } = schemas
const none = '00000000-0000-0000-0000-000000000000'

/** Creates fixtures that are the same in every run: the seed and the order of the calls determine all values. */
export function createFixtures(seed = 1) {
  const group = seed.toString(16).padStart(4, '0').slice(-4)
  let count = 0
  const next = () => ++count
  /** Returns a UUID of version 7. */
  const toId = (number: number) => `0190f3c0-${group}-7000-8000-${number.toString(16).padStart(12, '0')}`
  /** Returns a time that is a minute later than that of the previous number. */
  const toTime = (number: number) => new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString()

  const aUser = (overrides: Partial<User> = {}): User => {
    const number = next()
    const [name, email] = [`User ${number}`, `user-${number}@example.org`]
    return { ...requireExample(schemas.User), id: toId(number), name, email, ...overrides }
  }

  const aTag = (overrides: Partial<Tag> = {}): Tag => {
    const number = next()
    return { id: toId(number), name: `tag-${number}`, type: 'CUSTOM', userId: none, ...overrides }
  }

  const aFace = (overrides: Partial<Face> = {}): Face => ({
    boundingBoxX1: 10,
    boundingBoxX2: 30,
    boundingBoxY1: 20,
    boundingBoxY2: 60,
    id: toId(next()),
    imageHeight: 600,
    imageWidth: 800,
    ...overrides,
  })

  const aPerson = (overrides: Partial<Person> = {}): Person => {
    const number = next()
    const name = `Person ${number}`
    return {
      birthDate: null,
      faces: [aFace()],
      id: toId(number),
      isHidden: false,
      name,
      thumbnailPath: '',
      ...overrides,
    }
  }

  /** Creates a photo; each is taken a minute after the previous one. */
  const anAsset = (overrides: Partial<Asset> = {}): Asset => {
    const number = next()
    const { exifInfo: _exif, stack: _stack, ...photo } = requireExample(schemas.Asset)
    const [fileCreatedAt, name] = [toTime(number), overrides.originalFileName ?? `IMG_${number}.jpg`]
    return {
      ...photo,
      checksum: btoa(number.toString().padStart(20, '0')),
      deviceAssetId: name,
      fileCreatedAt,
      fileModifiedAt: fileCreatedAt,
      hasMetadata: true,
      id: toId(number),
      isExternal: false,
      isReadOnly: false,
      livePhotoVideoId: null,
      localDateTime: fileCreatedAt,
      originalFileName: name,
      originalPath: `/photos/${name}`,
      ownerId: none,
      people: [],
      resized: false,
      stackParentId: null,
      tags: [],
      thumbhash: null,
      updatedAt: fileCreatedAt,
      ...overrides,
    }
  }

  /** Creates an album; its owner, its counts and its dates follow from the assets and users that are given. */
  const anAlbum = (overrides: Partial<Album> = {}): Album => {
    const { assets = [], sharedUsers = [], owner = aUser() } = overrides
    const number = next()
    return {
      albumName: `Album ${number}`,
      albumThumbnailAssetId: assets[0]?.id ?? null,
      assetCount: assets.length,
      assets,
      createdAt: toTime(number),
      description: '',
      ...toSpan(assets),
      hasSharedLink: false,
      id: toId(number),
      isActivityEnabled: true,
      order: 'desc',
      owner,
      ownerId: owner.id,
      shared: sharedUsers.length > 0,
      sharedUsers,
      updatedAt: toTime(number),
      ...overrides,
    }
  }

  const aProblem = (code: ProblemCode, overrides: Partial<Problem> = {}): Problem => {
    const { detail = schemas.problems[code].remedy, instance = `urn:uuid:${toId(next())}`, ...others } = overrides
    return { ...schemas.toProblem(code, { detail, instance }), ...others }
  }

  return { aUser, aTag, aFace, aPerson, anAsset, anAlbum, aProblem }
}

/** Fixtures of the seed 1, for a test that needs no other. */
export const { aUser, aTag, aFace, aPerson, anAsset, anAlbum, aProblem } = createFixtures()

/** Returns the dates that an album takes from its assets. */
function toSpan(assets: Asset[]) {
  const taken = assets.map(({ fileCreatedAt }) => fileCreatedAt).sort()
  const modified = assets.map(({ fileModifiedAt }) => fileModifiedAt).sort()
  const [startDate, endDate, lastModifiedAssetTimestamp] = [taken[0], taken.at(-1), modified.at(-1)]
  return startDate && endDate && lastModifiedAssetTimestamp ? { startDate, endDate, lastModifiedAssetTimestamp } : {}
}
