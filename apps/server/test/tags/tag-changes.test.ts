import { randomUUID } from 'node:crypto'
import { isProblem } from '@media-library/client'
import { describe, expect, test } from 'vitest'
import { writeFileTags } from '../../src/assets/metadata/file-tags.js'
import {
  createAsset,
  createAssets,
  createTag,
  createTaggedAssets,
  createUser,
  type TestUser,
} from '../support/database/factories.js'
import { asProgram, catchProblem, toOutcomes } from '../support/http/as-program.js'
import { listenTo } from '../support/http/event-reader.js'
import { startTestServer } from '../support/http/server.js'
import { isAlone } from '../support/long.js'

/** Longer than what is written at once, and the longest list of ids. */
const HOW_MANY = 100_000

const server = await startTestServer()
const { database } = server
const [ada, ben] = [await createUser(database), await createUser(database)]
const assetIds = await createAssets(database, ada, 3)
const [first = '', second = '', third = ''] = assetIds

const as = (user: TestUser) => asProgram(server, user)

async function listed(tagId: string) {
  return (await as(ada).getTagAssets(tagId)).items.map(({ id }) => id)
}

describe('createTag, updateTag, deleteTag', () => {
  test('a name exists once for each user (G5)', async () => {
    const tag = await as(ada).createTag({ name: 'Sea', type: 'OBJECT' })
    const other = await as(ada).createTag({ name: 'Lake' })
    const ofBen = await as(ben).createTag({ name: 'Pond' })
    const renamedOfBen = await as(ben).updateTag(ofBen.id, { name: 'Sea' })

    const again = await catchProblem(as(ada).createTag({ name: 'Sea' }))
    const renamed = await catchProblem(as(ada).updateTag(other.id, { name: 'Sea' }))

    expect([tag.type, other.type, renamedOfBen.name]).toEqual(['OBJECT', 'CUSTOM', 'Sea'])
    for (const problem of [again, renamed]) {
      expect(problem).toMatchObject({ status: 409, code: 'name_taken', errors: [{ pointer: '/name' }] })
    }
    expect(await as(ada).getTagById(other.id)).toEqual(other)
  })

  test('a name is one in whichever form of Unicode it is sent (G5)', async () => {
    const tag = await as(ada).createTag({ name: 'Cafe\u0301' })

    const again = await catchProblem(as(ada).createTag({ name: 'Caf\u00e9' }))

    expect(tag.name).toBe('Caf\u00e9')
    expect(again).toMatchObject({ status: 409, code: 'name_taken' })
  })

  test('a name is one line of text (G5)', async () => {
    const tag = await as(ada).createTag({ name: 'Harbour' })

    const created = await catchProblem(as(ada).createTag({ name: 'Sea\nLake' }))
    const renamed = await catchProblem(as(ada).updateTag(tag.id, { name: 'Sea\u0085' }))

    for (const problem of [created, renamed]) {
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '/name', code: 'invalid_text' }] })
    }
  })

  test('of concurrent requests for one name, one succeeds (G5)', async () => {
    const tags = await Promise.all(Array.from({ length: 8 }, () => createTag(database, ada)))

    const outcomes = await Promise.allSettled([
      ...tags.map(({ id }) => as(ada).updateTag(id, { name: 'Everybody wants it' })),
      ...tags.map(() => as(ada).createTag({ name: 'Everybody wants it' })),
    ])

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(15)
    expect(refused.every(({ reason }) => isProblem(reason, 'name_taken'))).toBe(true)
  })

  test('a new name is on all assets of the tag, and moves the ETag of its list (G6)', async () => {
    const tag = await createTag(database, ada, { assetIds: [first, second] })
    const before = await as(ada).getTagAssets(tag.id)

    const renamed = await as(ada).updateTag(tag.id, { name: 'Renamed' })
    const after = await as(ada).getTagAssets(tag.id).ifChanged(before.etag)
    const unchanged = await as(ada).updateTag(tag.id, { name: 'Renamed' })
    const nothing = await as(ada).updateTag(tag.id, {})

    expect(renamed).toMatchObject({ id: tag.id, name: 'Renamed' })
    expect([unchanged, nothing]).toEqual([renamed, renamed])
    expect(after?.items.map(({ tags }) => tags?.some(({ name }) => name === 'Renamed'))).toEqual([true, true])
    expect(await as(ada).getTagAssets(tag.id).ifChanged(after?.etag)).toBeNull()
  })

  test('a deleted tag leaves its assets without it (G7)', async () => {
    const tag = await createTag(database, ada, { assetIds: [first] })

    await as(ada).deleteTag(tag.id)

    expect((await as(ada).getAssetInfo(first)).tags?.some(({ id }) => id === tag.id)).toBe(false)
    expect((await catchProblem(as(ada).deleteTag(tag.id))).code).toBe('not_found')
  })
})

describe('tagAssets, untagAssets', () => {
  test('one id that cannot be used does not stop the others (G1)', async () => {
    const tag = await createTag(database, ada, { assetIds: [first] })
    const [ofBen = ''] = await createAssets(database, ben, 1)
    const trashed = await createAsset(database, ada, { deletedAt: new Date() })

    const tagged = await as(ada).tagAssets(tag.id, {
      assetIds: [first, second, second.toUpperCase(), ofBen, trashed.id, randomUUID()],
    })
    const untagged = await as(ada).untagAssets(tag.id, { assetIds: [first, first, third, ofBen, randomUUID()] })

    expect(toOutcomes(tagged)).toEqual(['duplicate', 'success', 'duplicate', 'not_found', 'not_found', 'not_found'])
    expect(toOutcomes(untagged)).toEqual(['success', 'not_found', 'not_found', 'not_found', 'not_found'])
    expect(tagged[1]).toEqual({ assetId: second, success: true })
    expect(await listed(tag.id)).toEqual([second])
  })

  test('concurrent calls lose nothing (G6)', async () => {
    const ids = await createAssets(database, ada, 16)
    const [kept, gone] = [await createTag(database, ada), await createTag(database, ada, { assetIds: ids })]

    const answers = await Promise.all(
      ids.flatMap((_, start) => {
        const rotated = [...ids.slice(start), ...ids.slice(0, start)]
        return [as(ada).tagAssets(kept.id, { assetIds: rotated }), as(ada).untagAssets(gone.id, { assetIds: rotated })]
      }),
    )

    expect(toOutcomes(answers.flat()).filter((outcome) => outcome === 'success')).toHaveLength(2 * ids.length)
    expect(await listed(kept.id)).toEqual(ids.toReversed())
    expect(await listed(gone.id)).toEqual([])
  })

  test('tells that the tags of an asset changed (E1)', async () => {
    const tag = await createTag(database, ada)
    const reader = await listenTo(server, { apiKey: ada.apiKey })

    await as(ada).tagAssets(tag.id, { assetIds: [third] })
    await reader.wait(1)
    await as(ada).untagAssets(tag.id, { assetIds: [third] })
    await reader.wait(2)

    const event = { type: 'asset.updated', assetId: third, changed: ['tags'] }
    expect(reader.events).toMatchObject([event, event])
  })

  test('a file does not bring back a tag that was taken off, until it names it anew (G8)', async () => {
    const readKeywords = async (keywords: string[]) => {
      const tags = await database.tagAsset.findMany({ where: { assetId: third } })
      return writeFileTags(database, [{ id: third, ownerId: ada.id, tags, keywords, hiddenKeywords: [] }])
    }
    await readKeywords(['from a file'])
    const tag = await database.tag.findFirstOrThrow({ where: { name: 'from a file' } })

    await as(ada).untagAssets(tag.id, { assetIds: [third] })
    const refused = await readKeywords(['from a file'])
    const without = await listed(tag.id)
    await readKeywords([])
    await readKeywords(['from a file'])

    expect([refused, without]).toEqual([[], []])
    expect(await listed(tag.id)).toEqual([third])
  })

  test('a tag that a person assigns stays when the file no longer names it (G8)', async () => {
    const tag = await createTag(database, ada)
    await database.tagAsset.create({ data: { tagId: tag.id, assetId: third, fromFile: true } })

    const again = await as(ada).tagAssets(tag.id, { assetIds: [third] })

    expect(toOutcomes(again)).toEqual(['duplicate'])
    expect(await database.tagAsset.findMany({ where: { tagId: tag.id } })).toMatchObject([{ fromFile: false }])
  })
})

test.runIf(isAlone)(
  `${HOW_MANY} assets are tagged, renamed and untagged at once (C7)`,
  { timeout: 600_000 },
  async () => {
    const many = await createUser(database)
    const { tag, assetIds: ids } = await createTaggedAssets(database, many, HOW_MANY)
    const other = await as(many).createTag({ name: 'Other' })

    const tagged = await as(many).tagAssets(other.id, { assetIds: ids })
    await as(many).updateTag(other.id, { name: 'Renamed' })
    const untagged = await as(many).untagAssets(tag.id, { assetIds: ids })
    await as(many).deleteTag(other.id)

    for (const results of [tagged, untagged]) {
      expect(results.map(({ assetId }) => assetId)).toEqual(ids)
      expect(results.every(({ success }) => success)).toBe(true)
    }
  },
)

test.runIf(isAlone)('the longest list of ids causes no warning of Node (C7)', async () => {
  const tag = await as(ada).createTag({ name: 'Long' })
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)

  const results = await as(ada).tagAssets(tag.id, { assetIds: Array.from({ length: HOW_MANY }, () => randomUUID()) })

  process.off('warning', note)
  expect(results).toHaveLength(HOW_MANY)
  expect(warnings.map(({ message }) => message)).toEqual([])
})
