import { problems } from '@media-library/contract/schemas'
import type { Album, Asset, Face, Person, Problem, ProblemCode, Tag, User } from '../types/index.js'
import { createSequence } from './sequence.js'

/** Makes things that the contract allows, each with what a test says of it and the rest made up. */
export type Fixtures = ReturnType<typeof createFixtures>

const none = '00000000-0000-0000-0000-000000000000'

/** Fixtures that are the same in every run: a seed, and the order of the calls, say all of them. */
export function createFixtures(seed = 1) {
  const { next, idOf, timeOf } = createSequence(seed)

  const aUser = (overrides: Partial<User> = {}): User => {
    const number = next()
    return {
      avatarColor: 'primary',
      createdAt: timeOf(0),
      deletedAt: null,
      email: `user-${number}@example.org`,
      externalPath: null,
      id: idOf(number),
      isAdmin: false,
      name: `User ${number}`,
      oauthId: '',
      profileImagePath: '',
      shouldChangePassword: false,
      storageLabel: null,
      updatedAt: timeOf(0),
      ...overrides,
    }
  }

  const aTag = (overrides: Partial<Tag> = {}): Tag => {
    const number = next()
    return { id: idOf(number), name: `tag-${number}`, type: 'CUSTOM', userId: none, ...overrides }
  }

  const aFace = (overrides: Partial<Face> = {}): Face => ({
    boundingBoxX1: 10,
    boundingBoxX2: 30,
    boundingBoxY1: 20,
    boundingBoxY2: 60,
    id: idOf(next()),
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
      id: idOf(number),
      isHidden: false,
      name,
      thumbnailPath: '',
      ...overrides,
    }
  }

  /** A photo; each is taken a minute after the one before. */
  const anAsset = (overrides: Partial<Asset> = {}): Asset => {
    const number = next()
    const originalFileName = overrides.originalFileName ?? `IMG_${number}.jpg`
    return {
      checksum: btoa(number.toString().padStart(20, '0')),
      deviceAssetId: originalFileName,
      deviceId: 'test',
      duration: '0:00:00.00000',
      fileCreatedAt: timeOf(number),
      fileModifiedAt: timeOf(number),
      hasMetadata: false,
      id: idOf(number),
      isArchived: false,
      isExternal: false,
      isFavorite: false,
      isOffline: false,
      isReadOnly: false,
      isTrashed: false,
      libraryId: none,
      livePhotoVideoId: null,
      localDateTime: timeOf(number),
      originalFileName,
      originalPath: `/photos/${originalFileName}`,
      ownerId: none,
      people: [],
      resized: false,
      stackCount: 0,
      stackParentId: null,
      tags: [],
      thumbhash: null,
      type: 'IMAGE',
      updatedAt: timeOf(number),
      ...overrides,
    }
  }

  /** An album; what it says of its assets, owner and shared users follows from those that are given. */
  const anAlbum = (overrides: Partial<Album> = {}): Album => {
    const { assets = [], sharedUsers = [], owner = aUser() } = overrides
    const number = next()
    return {
      albumName: `Album ${number}`,
      albumThumbnailAssetId: assets[0]?.id ?? null,
      assetCount: assets.length,
      assets,
      createdAt: timeOf(number),
      description: '',
      ...spanOf(assets),
      hasSharedLink: false,
      id: idOf(number),
      isActivityEnabled: true,
      owner,
      ownerId: owner.id,
      shared: sharedUsers.length > 0,
      sharedUsers,
      updatedAt: timeOf(number),
      ...overrides,
    }
  }

  const aProblem = (code: ProblemCode, overrides: Partial<Problem> = {}): Problem => {
    const { title, status, remedy } = problems[code]
    const instance = `urn:uuid:${idOf(next())}`
    return { type: `/problems/${code}`, title, status, detail: remedy, instance, code, ...overrides }
  }

  return { aUser, aTag, aFace, aPerson, anAsset, anAlbum, aProblem }
}

/** Fixtures of one seed, for a test that asks for no other. */
export const { aUser, aTag, aFace, aPerson, anAsset, anAlbum, aProblem } = createFixtures()

/** The dates that an album has from its assets. */
function spanOf(assets: Asset[]) {
  const taken = assets.map(({ fileCreatedAt }) => fileCreatedAt).sort()
  const modified = assets.map(({ fileModifiedAt }) => fileModifiedAt).sort()
  const [startDate, endDate, lastModifiedAssetTimestamp] = [taken[0], taken.at(-1), modified.at(-1)]
  return startDate && endDate && lastModifiedAssetTimestamp ? { startDate, endDate, lastModifiedAssetTimestamp } : {}
}
