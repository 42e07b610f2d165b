import { once } from 'node:events'
import { Stream } from 'node:stream'
import type { Response } from 'express'

declare const content: unique symbol

/** The type of the value that a text or a body represents. It does not exist at run time. */
interface Of<Value> {
  readonly [content]: Value
}

/** A value as JSON. The function that writes it declares so by its type or a cast; nothing else may. */
export type Json<Value> = string & Of<Value>

/**
 * Items of a list as JSON, with commas between them; as bytes, it may be a part of that. Functions declare it as they declare Json.
 */
export type JsonItems<Item, Form extends string | Buffer = string> = Form & Of<Items<Item>>

interface Items<Item> {
  item: Item
}

/** The body of an answer that writes itself. */
export type WrittenBody<Body> = Stream & { pipe(response: Response): Response } & Of<Body>

/**
 * The items of a list as JSON in UTF-8, piece by piece. A piece is valid until the next one is requested. The pieces may hold a
 * connection until they are closed or read completely.
 */
export interface Pieces<Item> extends AsyncIterable<JsonItems<Item, Buffer>> {
  /** Returns the approximate number of bytes that wait in memory to be read, when there are several pieces. */
  ahead?(): number
  close(): void
  /** Aborts when its reader was too slow. */
  signal: AbortSignal
}

/** A list as JSON without brackets: texts without the commas between them, or piece by piece. */
export type JsonList<Item> = JsonItems<Item>[] | Pieces<Item>

type Part = string | Pieces<unknown>

/** The pieces of responses that are being sent. */
const sending = new WeakMap<Response, Pieces<unknown>[]>()

/** Returns the number of bytes of a response that wait in memory for its reader. */
export function countUnread(response: Response): number {
  const pieces = sending.get(response) ?? []
  return pieces.reduce((sum, { ahead }) => sum + (ahead?.() ?? 0), response.writableLength)
}

/** Converts values to JSON. */
export function jsonItems<Item>(items: Item[]): JsonItems<Item> {
  return JSON.stringify(items).slice(1, -1) as JsonItems<Item>
}

/** Converts a value to JSON. */
export function jsonValue<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>
}

/** Joins items to one text. A list of thousands of texts would be sent one by one. */
export function joinItems<Item>(items: Json<Item>[]): JsonItems<Item>[] {
  return items.length === 0 ? [] : [items.join(',') as JsonItems<Item>]
}

/** Converts a text to bytes, with `before` in front of it. */
export function toBytes<Item>(text: JsonItems<Item>, before = ''): JsonItems<Item, Buffer> {
  return Buffer.from(before + text) as JsonItems<Item, Buffer>
}

/** Creates a body from a value. */
export function jsonText<Value>(text: Json<Value>): WrittenBody<Value> {
  return jsonBody([text])
}

/** Creates a body from a list, which is sent at the pace of the reader. */
export function jsonList<Item>(list: JsonList<Item>): WrittenBody<Item[]> {
  return jsonBody(['[', ...toParts(list), ']'])
}

/** Creates a body from an object whose last property is such a list. */
export function jsonObject<First extends object, Name extends string, Item, Last extends object>(
  first: First,
  name: Name,
  list: JsonList<Item>,
  last: Last,
): WrittenBody<First & Record<Name, Item[]> & Last> {
  const [before, after] = [toProperties(first), toProperties(last)]
  const head = `{${before}${before && ','}"${name}":[`
  return jsonBody([head, ...toParts(list), `]${after && ','}${after}}`])
}

/** Makes the body of a search that found a page of assets. */
export function jsonSearch<Item>(
  { count, total, nextPage }: { count: number; total: number; nextPage: string | null },
  items: JsonList<Item>,
): WrittenBody<Found<Item>> {
  const albums = { count: 0, facets: [], items: [], total: 0 }
  const page = toProperties({ count, facets: [], nextPage, total })
  return jsonBody([`{"albums":${JSON.stringify(albums)},"assets":{${page},"items":[`, ...toParts(items), ']}}'])
}

interface Found<Item> {
  albums: { count: number; facets: string[]; items: string[]; total: number }
  assets: { count: number; facets: string[]; nextPage: string | null; total: number; items: Item[] }
}

function toProperties(object: object) {
  return JSON.stringify(object).slice(1, -1)
}

function jsonBody<Body>(parts: Part[]): WrittenBody<Body> {
  const pieces = parts.filter(isPieces)
  return written((response) => {
    response.type('json')
    if (pieces.length === 0) send(response, parts as string[])
    else void stream(response, parts, pieces)
  })
}

function toParts(list: JsonList<unknown>): Part[] {
  return Array.isArray(list) ? withCommas(list) : [list]
}

function withCommas(texts: string[]): string[] {
  return texts.flatMap((text, position) => (position === 0 ? [text] : [',', text]))
}

/** Sends the texts one by one, because joining them would need another copy in memory. */
function send(response: Response, texts: string[]) {
  response.set('Content-Length', String(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)))
  response.cork()
  for (const text of texts) response.write(text)
  response.end()
}

async function stream(response: Response, parts: Part[], pieces: Pieces<unknown>[]) {
  const tooSlow = AbortSignal.any(pieces.map(({ signal }) => signal))
  sending.set(response, pieces)
  try {
    if (response.destroyed || response.req.method === 'HEAD') response.end()
    else await Promise.race([sendPieces(response, flatten(parts), tooSlow), untilLeft(response)])
  } catch (error) {
    const { log, id } = response.req
    if (!response.destroyed) log.error({ requestId: id, err: error }, 'a response was cut off')
    response.destroy()
  } finally {
    sending.delete(response)
    for (const part of pieces) part.close()
  }
}

/**
 * Sends pieces at the pace of their reader, and ends the response. A piece is requested when the one before it has been taken, and other
 * requests had their turn: dozens may wait in memory. Stops when the reader leaves, and disconnects a reader who was too slow.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<Buffer | string>,
  tooSlow: AbortSignal,
): Promise<void> {
  let isLeft = false
  let proceed = () => {}
  const leave = () => {
    isLeft = true
    proceed()
  }
  response.once('close', leave)
  tooSlow.addEventListener('abort', () => {
    response.destroy()
    leave()
  })
  for await (const piece of pieces) {
    await new Promise<void>((resolve) => {
      proceed = resolve
      response.write(piece, (error) => (error ? leave() : setImmediate(resolve)))
    })
    if (isLeft) return
  }
  response.end()
}

function isPieces(part: Part): part is Pieces<unknown> {
  return typeof part !== 'string'
}

async function* flatten(parts: Part[]) {
  for (const part of parts) {
    // Stryker disable next-line ConditionalExpression: a text one character at a time comes to the same bytes
    if (isPieces(part)) yield* part
    else yield part
  }
}

/** Resolves when the response is closed, because the next piece may never arrive. */
async function untilLeft(response: Response) {
  await once(response, 'close')
}

/** Creates a body from bytes. */
export function writtenBody<Body extends Blob | ReadableStream>(
  write: (response: Response) => void,
): WrittenBody<Body> {
  return written(write)
}

/** Creates a body from a value whose JSON is sent in another way. */
export function jsonSentBy<Body>(body: Body, send: (response: Response, text: string) => void): WrittenBody<Body> {
  return written((response) => send(response.type('application/json; charset=utf-8'), JSON.stringify(body)))
}

/**
 * Creates a body that writes the response itself, after ts-rest has set the status. ts-rest pipes any `Stream` into the response. It
 * would also pipe a `Readable` for HEAD, without a length, and without noticing that the client has left.
 */
function written<Body>(write: (response: Response) => void): WrittenBody<Body> {
  const pipe = (response: Response) => {
    write(response)
    return response
  }
  // Only the functions above say of what it is.
  return Object.assign(new Stream(), { pipe }) as WrittenBody<Body>
}
