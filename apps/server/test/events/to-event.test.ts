import { expect, test } from 'vitest'
import type { EventRow } from '../../src/events/event.js'
import { toEvents } from '../../src/events/to-event.js'

const nothing = { assetId: null, albumId: null, linkId: null, subject: null, state: null }

/** A row of the first transaction, which Ada and Ben may be told of. */
function makeRow(row: Partial<EventRow> & Pick<EventRow, 'id' | 'type'>): EventRow {
  return { xid: 1, readers: 'ada,ben', ...nothing, ...row }
}

/** The events of rows, without places and readers. */
function makeEvents(...rows: EventRow[]) {
  return toEvents(rows).map(({ event }) => event)
}

const [ofAsset, ofAlbum] = [{ assetId: 'a' }, { albumId: 'b' }]

test.each([
  ['asset.added', ofAsset, {}, {}],
  ['asset.trashed', ofAsset, {}, {}],
  ['asset.restored', ofAsset, {}, {}],
  ['asset.deleted', ofAsset, {}, {}],
  ['asset.updated', ofAsset, { subject: 'tags' }, { changed: ['tags'] }],
  [
    'job.finished',
    ofAsset,
    { subject: 'transcode-video', state: 'failed' },
    { name: 'transcode-video', state: 'failed' },
  ],
  ['album.created', ofAlbum, {}, {}],
  ['album.updated', ofAlbum, {}, {}],
  ['album.deleted', ofAlbum, {}, {}],
  ['album.shared', ofAlbum, { subject: 'ben' }, { userIds: ['ben'] }],
  ['album.unshared', ofAlbum, { subject: 'ben' }, { userIds: ['ben'] }],
  ['album.unshared', ofAlbum, {}, { userIds: [] }],
])('a row of the type %s with %o and %o is an event with %o', (type, of, given, event) => {
  expect(makeEvents(makeRow({ id: 1, type, ...of, ...given }))).toEqual([{ type, ...of, ...event }])
})

test('a row of an unknown type is a reset', () => {
  expect(makeEvents(makeRow({ id: 1, type: 'unknown' }))).toEqual([{ type: 'reset' }])
})

test('an event has the place of its row, and its readers', () => {
  const row = makeRow({ xid: 7, id: 8, type: 'asset.added', assetId: 'a' })

  expect(toEvents([row])).toMatchObject([{ offset: { xid: 7, id: 8 }, readers: ['ada', 'ben'] }])
})

test('what a transaction changed of an asset is one event, which names each part once', () => {
  const updated = (id: number, subject: string) => makeRow({ id, type: 'asset.updated', assetId: 'a', subject })

  const told = toEvents([updated(1, 'tags'), updated(2, 'exif'), updated(3, 'tags')])

  expect(told).toMatchObject([{ offset: { id: 1 }, event: { type: 'asset.updated', changed: ['tags', 'exif'] } }])
})

test('an asset that a transaction added and changed was added', () => {
  const added = (id: number) => makeRow({ id, type: 'asset.added', assetId: 'a' })
  const updated = (id: number) => makeRow({ id, type: 'asset.updated', assetId: 'a', subject: 'tags' })

  expect(makeEvents(updated(1), added(2))).toEqual([{ type: 'asset.added', assetId: 'a' }])
  expect(makeEvents(added(1), updated(2))).toEqual([{ type: 'asset.added', assetId: 'a' }])
})

test.each([
  ['asset.added', 'asset.trashed'],
  ['asset.trashed', 'asset.restored'],
  ['asset.restored', 'asset.deleted'],
])('an asset with %s and %s in a transaction is told as the second, in either order', (first, second) => {
  const makeRows = (...types: string[]) => types.map((type, id) => makeRow({ id, type, assetId: 'a' }))

  for (const types of [
    [first, second],
    [second, first],
  ]) {
    expect(makeEvents(...makeRows(...types))).toEqual([{ type: second, assetId: 'a' }])
  }
})

test('those whom a transaction took off an album are in one event, which all of them read', () => {
  const unshared = (id: number, subject: string | null, readers: string) =>
    makeRow({ id, type: 'album.unshared', albumId: 'b', subject, readers })

  const told = toEvents([unshared(1, 'ben', 'ada,ben'), unshared(2, 'cleo', 'ada,cleo'), unshared(3, null, 'ada')])

  expect(told).toEqual([
    {
      offset: { xid: 1, id: 1 },
      readers: ['ada', 'ben', 'cleo'],
      event: { type: 'album.unshared', albumId: 'b', userIds: ['ben', 'cleo'] },
    },
  ])
})

test('an album that is deleted is one event, which its owner and all who shared it read', () => {
  const deleted = (id: number, readers: string) => makeRow({ id, type: 'album.deleted', albumId: 'b', readers })

  expect(toEvents([deleted(1, 'ada'), deleted(2, 'ben'), deleted(3, 'ada')])).toMatchObject([
    { readers: ['ada', 'ben'], event: { type: 'album.deleted', albumId: 'b' } },
  ])
})

test('those with whom a transaction shared an album are in one event, but for those who have left', () => {
  const shared = (id: number, subject: string | null) => makeRow({ id, type: 'album.shared', albumId: 'b', subject })

  expect(makeEvents(shared(1, 'ada'), shared(2, 'cleo'), shared(3, 'ben'), shared(4, null))).toEqual([
    { type: 'album.shared', albumId: 'b', userIds: ['ada', 'ben'] },
  ])
})

test('an album that is shared and changed at once gives both events', () => {
  const rows = [
    makeRow({ id: 1, type: 'album.shared', albumId: 'b', subject: 'ben' }),
    makeRow({ id: 2, type: 'album.updated', albumId: 'b' }),
  ]

  expect(makeEvents(...rows).map(({ type }) => type)).toEqual(['album.shared', 'album.updated'])
})

test.each([
  ['of another transaction', { xid: 2 }],
  ['of another asset', { assetId: 'c' }],
  ['of another type', { type: 'job.finished', subject: 'transcode-video', state: 'failed' }],
])('a row %s is an event of its own', (_name, other) => {
  const row = makeRow({ id: 1, type: 'asset.updated', assetId: 'a', subject: 'tags' })

  expect(toEvents([row, { ...row, id: 2, ...other }])).toHaveLength(2)
})

test('each job that a transaction finished is an event of its own', () => {
  const finished = (id: number, subject: string) =>
    makeRow({ id, type: 'job.finished', assetId: 'a', subject, state: 'succeeded' })

  expect(makeEvents(finished(1, 'transcode-video'), finished(2, 'refresh-metadata'))).toHaveLength(2)
})
