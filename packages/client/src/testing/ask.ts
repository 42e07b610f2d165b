import type { Page } from '../types/index.js'
import type { Fixtures } from './fixtures.js'
import type { FakeUser, Library } from './library.js'

/** What an operation of the fake service is given. */
export interface Ask<Body = unknown, Query = Page> {
  library: Library
  fixtures: Fixtures
  caller: FakeUser
  id: string
  /** The user of the path, if it has one. */
  userId?: string | undefined
  query: Query
  body: Body
  headers: Headers
  /** The token of the caller's session; undefined for a key. */
  session?: string | undefined
}
