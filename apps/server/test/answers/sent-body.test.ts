import { once } from 'node:events'
import { get } from 'node:http'
import type { Asset } from '@media-library/contract'
import express, { type Response } from 'express'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { albumText } from '../../src/albums/to-album.js'
import { type JsonItems, jsonList } from '../../src/answers/sent-body.js'
import { openListener } from '../support/http/listener.js'
import { until } from '../support/until.js'

interface Body {
  pipe(response: Response): void
}

const logged: unknown[] = []
let body: () => unknown
/** Lets what is answered wait for something. */
let ready: (response: Response) => Promise<unknown>
let closed: number
let read: number

/** Pieces of a list, which are closed as often as `closed` says. An error is thrown where a piece is read. */
function makePieces(...pieces: (string | Promise<string> | Error)[]) {
  return {
    signal: new AbortController().signal,
    async *[Symbol.asyncIterator]() {
      for (const piece of pieces) {
        read += 1
        if (piece instanceof Error) throw piece
        yield Buffer.from(await piece) as JsonItems<number, Buffer>
      }
    },
    close: () => {
      closed += 1
    },
  }
}

function isClosed() {
  return until(() => closed > 0)
}

const logger = pino({ base: null }, { write: (line) => logged.push(JSON.parse(line)) })
const app = express().get('/', async (request, response) => {
  Object.assign(request, { id: 'r1', log: logger })
  await ready(response)
  ;(body() as Body).pipe(response)
})
const { url, close } = await openListener(app)
afterAll(close)

describe('a JSON text', () => {
  beforeEach(() => {
    logged.length = 0
    closed = 0
    read = 0
    ready = async () => {}
  })

  test('is sent in one piece when it is complete', async () => {
    body = () => jsonList(['1' as JsonItems<number>])

    const response = await fetch(url)

    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-length')).toBe('3')
    expect(await response.text()).toBe('[1]')
  })

  test('is sent while it is read, and its source is closed', async () => {
    body = () => jsonList(makePieces('1,', Promise.resolve('2')))

    const response = await fetch(url)

    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-length')).toBeNull()
    expect(await response.text()).toBe('[1,2]')
    await isClosed()
    expect(logged).toEqual([])
  })

  test('is not read for HEAD', async () => {
    body = () => jsonList(makePieces('1'))

    const response = await fetch(url, { method: 'HEAD' })

    expect([response.status, await response.text(), read]).toEqual([200, '', 0])
    await isClosed()
  })

  test('closes its source when the reader leaves, although the next piece never comes', async () => {
    body = () => jsonList(makePieces('1,', new Promise<string>(() => {})))
    const request = get(url)
    const [response] = await once(request, 'response')
    await once(response, 'data')

    response.destroy()
    await isClosed()

    expect(logged).toEqual([])
  })

  test('is cut off when its reader is too slow, so that it is not taken for complete', async () => {
    const slow = new AbortController()
    body = () => jsonList({ ...makePieces('1,', new Promise<string>(() => {})), signal: slow.signal })
    const response = await fetch(url)

    slow.abort()

    await expect(response.text()).rejects.toThrow()
    await isClosed()
    expect(logged).toEqual([])
  })

  test('closes its source unread when the reader has already left', async () => {
    body = () => jsonList(makePieces('1'))
    let isBegun = () => {}
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve
    })
    ready = async (response) => {
      isBegun()
      await once(response, 'close')
    }
    const request = get(url).on('error', () => {})
    await begun

    request.destroy()
    await isClosed()

    expect(read).toBe(0)
    expect(logged).toEqual([])
  })

  test('that cannot be read to its end is aborted, so that it is not taken for complete, and logged', async () => {
    body = () => jsonList(makePieces('1,', new Error('gone')))

    const answer = fetch(url).then((response) => response.text())

    await expect(answer).rejects.toThrow()
    await isClosed()
    expect(logged).toMatchObject([{ requestId: 'r1', err: { message: 'gone' }, msg: 'a response was cut off' }])
  })

  test('of an album contains its assets', async () => {
    const album = { id: 'a', albumName: 'Summer "24"' } as Parameters<typeof albumText>[0]
    body = () => albumText(album, ['{"id":"b"},{"id":"c"}' as JsonItems<Asset>])

    expect(await fetch(url).then((response) => response.json())).toEqual({
      ...album,
      assets: [{ id: 'b' }, { id: 'c' }],
    })
  })
})
