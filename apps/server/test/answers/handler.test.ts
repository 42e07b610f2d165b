import type { Album, Asset, api } from '@media-library/contract'
import { describe, expectTypeOf, test } from 'vitest'
import type * as z from 'zod'
import type { Handler } from '../../src/answers/handler.js'
import { idResults } from '../../src/answers/id-results.js'
import {
  type JsonItems,
  jsonItems,
  jsonList,
  jsonObject,
  jsonText,
  type WrittenBody,
  writtenBody,
} from '../../src/answers/sent-body.js'

type Routes = typeof api
type Operation = keyof Routes
type Success = 200 | 201 | 202 | 204 | 206 | 302 | 304

type Body<Schema> = Schema extends z.ZodType ? z.output<Schema> : never

/** What each operation answers when all is well, by the status. */
type Answers = {
  [Name in Operation]: {
    [Status in Extract<keyof Routes[Name]['responses'], Success>]: Body<Routes[Name]['responses'][Status]>
  }
}

/** An operation if its handler may answer that. */
type MayAnswer<Name extends Operation, Status, Body> =
  { status: Status; body: Body } extends Awaited<ReturnType<Handler<Name>>> ? Name : never

/** The same for each of some statuses and bodies, which may be written. */
type MayAnswerAny<Name extends Operation, Status, Body> = Status extends unknown
  ? Body extends unknown
    ? MayAnswer<Name, Status, Body> | MayAnswer<Name, Status, WrittenBody<Body>>
    : never
  : never

type ValueOf<Record> = Record[keyof Record]

/** Every body there is, and some that no operation has. */
type Any = { [Name in Operation]: ValueOf<Answers[Name]> }[Operation] | string | number | null | object | unknown[]

type Unlike<Body, Other = Any> = Other extends Body ? never : Other

/** The operations that may answer what another one answers, or nonsense. */
type Loose = {
  [Name in Operation]: ValueOf<{
    [Status in keyof Answers[Name]]: MayAnswerAny<Name, Status, Unlike<Answers[Name][Status]>>
  }>
}[Operation]

/** The operations that may not answer what they should. */
type Strict = {
  [Name in Operation]: ValueOf<{
    [Status in keyof Answers[Name]]:
      | Exclude<Name, MayAnswer<Name, Status, Answers[Name][Status]>>
      | Exclude<Name, MayAnswer<Name, Status, WrittenBody<Answers[Name][Status]>>>
  }>
}[Operation]

/** Those of whose answers the contract says nothing, so that anything would be one. */
type Untyped = {
  [Name in Operation]: 0 extends 1 & ValueOf<Answers[Name]>
    ? Name
    : [ValueOf<Answers[Name]>] extends [never]
      ? Name
      : never
}[Operation]

/** Those that may answer with a status of which the contract says nothing else. */
type Undeclared = {
  [Name in Operation]: MayAnswerAny<Name, Exclude<Success, keyof Answers[Name]>, Any>
}[Operation]

// `tsc -p test` checks these, where the compiler names the operation that is at fault.
describe('a handler', () => {
  test('answers what the contract says of its operation', () => {
    expectTypeOf<Untyped>().toBeNever()
    expectTypeOf<Strict>().toBeNever()
  })

  test('does not compile when it answers anything else, as it is or written', () => {
    expectTypeOf<Loose>().toBeNever()
    expectTypeOf<Undeclared>().toBeNever()
  })

  test('cannot say that a body is what it is not', () => {
    type Body = Extract<Awaited<ReturnType<Handler<'getTagAssets'>>>, { status: 200 }>['body']
    const albums: JsonItems<Album>[] = []
    const bodies: (() => Body | Promise<Body>)[] = [
      () => jsonList<Asset>([]),
      // @ts-expect-error a text of which nobody says what it is
      () => jsonText('[]'),
      // @ts-expect-error texts of which nobody says what they are
      () => jsonList(['{}']),
      // @ts-expect-error other texts
      () => jsonList(albums),
      // @ts-expect-error other values
      () => jsonList([jsonItems([{ id: 'a' }])]),
      // @ts-expect-error a text without brackets
      () => jsonText(jsonItems<Asset>([])),
      // @ts-expect-error an object
      () => jsonObject({}, 'assets', jsonList<Asset>([]), {}),
      // @ts-expect-error bytes
      () => writtenBody(() => {}),
      // @ts-expect-error results
      () => idResults('id', [], []),
    ]
    expectTypeOf(bodies).toBeArray()
  })
})
