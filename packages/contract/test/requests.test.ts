import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  AddUsersToAlbum,
  AssetIds,
  BulkIds,
  CreateAlbum,
  CreateTag,
  MAX_IDS,
  OAuthRedirect,
  RunAssetJobs,
  UpdateAlbum,
  UpdateTag,
} from '../src/index.js'

const id = 'f81d4fae-7dec-71d0-a765-00a0c91e6bf6'
const minimal = {
  CreateAlbum: { albumName: 'Summer' },
  AddUsersToAlbum: { sharedUserIds: [id] },
  AssetIds: { assetIds: [id] },
  BulkIds: { ids: [id] },
  CreateTag: { name: 'Holiday' },
  RunAssetJobs: { assetIds: [id], name: 'refresh-metadata' },
  OAuthRedirect: { redirectUri: 'http://127.0.0.1/' },
}
const bodies: [keyof typeof minimal, z.ZodType][] = Object.entries({
  CreateAlbum,
  AddUsersToAlbum,
  AssetIds,
  BulkIds,
  CreateTag,
  RunAssetJobs,
  OAuthRedirect,
}) as [keyof typeof minimal, z.ZodType][]

function listIssues(schema: z.ZodType, body: unknown) {
  return schema.safeParse(body).error?.issues.map(({ code, path }) => `${code} /${path.join('/')}`) ?? []
}

describe.each(bodies)('%s', (name, schema) => {
  const body = minimal[name]

  test('accepts its required properties alone', () => {
    expect(schema.parse(body)).toEqual(body)
  })

  test('names an unknown property (C4)', () => {
    const [issue] = schema.safeParse({ ...body, assetIDs: [], again: 1 }).error?.issues ?? []

    expect(issue).toMatchObject({ code: 'unrecognized_keys', keys: ['assetIDs', 'again'] })
  })

  test.each(Object.keys(body))('requires %s', (field) => {
    expect(listIssues(schema, { ...body, [field]: undefined })).toEqual([expect.stringContaining(`/${field}`)])
  })

  test.each([null, [], 'text', 1, undefined])('is an object, not %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

test.each(['assetIds', 'description', 'sharedWithUserIds'])('null does not leave %s out (C5)', (field) => {
  expect(listIssues(CreateAlbum, { albumName: '', [field]: null })).toEqual([`invalid_type /${field}`])
})

test.each([
  ['albumName', CreateAlbum, minimal.CreateAlbum, 1_000],
  ['description', CreateAlbum, minimal.CreateAlbum, 10_000],
  ['name', CreateTag, minimal.CreateTag, 500],
  ['redirectUri', OAuthRedirect, minimal.OAuthRedirect, 2_048],
] as const)('%s counts characters, not their halves (C6)', (field, schema, body, max) => {
  expect(listIssues(schema, { ...body, [field]: '🏔'.repeat(max) })).toEqual([])
  expect(listIssues(schema, { ...body, [field]: '🏔'.repeat(max + 1) })).toEqual([`custom /${field}`])
})

test.each([
  ['AssetIds.assetIds', AssetIds, minimal.AssetIds],
  ['BulkIds.ids', BulkIds, minimal.BulkIds],
  ['CreateAlbum.assetIds', CreateAlbum, minimal.CreateAlbum],
  ['CreateAlbum.sharedWithUserIds', CreateAlbum, minimal.CreateAlbum],
  ['AddUsersToAlbum.sharedUserIds', AddUsersToAlbum, minimal.AddUsersToAlbum],
  ['RunAssetJobs.assetIds', RunAssetJobs, minimal.RunAssetJobs],
] as const)('%s holds up to 100,000 ids, in either case, or none (C7)', (name, schema, body) => {
  const [, field = ''] = name.split('.')
  const full = Array.from({ length: MAX_IDS }, () => id.toUpperCase())

  expect(schema.parse({ ...body, [field]: full })).toMatchObject({ [field]: full.map(() => id) })
  expect(listIssues(schema, { ...body, [field]: [] })).toEqual([])
  expect(listIssues(schema, { ...body, [field]: [...full, id] })).toEqual([`too_big /${field}`])
  expect(listIssues(schema, { ...body, [field]: [id, 'x'] })).toEqual([`invalid_format /${field}/1`])
})

test('a tag has a name, and what is left out of a change stays as it is', () => {
  expect(listIssues(CreateTag, { name: '' })).toEqual(['too_small /name'])
  expect(listIssues(UpdateTag, { name: '' })).toEqual(['too_small /name'])
  expect([UpdateTag.parse({}), UpdateAlbum.parse({ description: '' })]).toEqual([{}, { description: '' }])
  expect(listIssues(UpdateAlbum, { order: 'up', assets: [] })).toEqual(['invalid_value /order', 'unrecognized_keys /'])
})
