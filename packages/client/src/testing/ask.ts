import type { FieldError, ProblemCode } from '@media-library/contract/schemas'
import { problems } from '@media-library/contract/schemas'
import type { FakeUser, LinkRecord, Store } from './store.js'

/** A request of an operation of the fake service, which the contract allows, and the store. */
export interface Ask<Body = unknown, Query = unknown> {
  store: Store
  /** The user who calls; the first user for a public operation. */
  caller: FakeUser
  /** The token of the caller's session; undefined for a key. */
  session: string | undefined
  /** The link by which a visitor came; undefined for users. */
  link?: LinkRecord | undefined
  id: string
  /** The user of the path, if it has one. */
  userId?: string | undefined
  query: Query
  body: Body
  /** The file of a form. */
  file: File | undefined
  headers: Headers
}

/** An error that ends a request of the fake service with a problem. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly headers: Record<string, string>
  readonly errors: FieldError[] | undefined

  constructor(
    code: ProblemCode,
    detail: string = problems[code].remedy,
    { headers = {}, errors }: { headers?: Record<string, string>; errors?: FieldError[] } = {},
  ) {
    super(detail)
    this.code = code
    this.headers = headers
    this.errors = errors
  }
}

export function requireFound<Found>(found: Found | undefined, noun: string): Found {
  if (found === undefined) throw new Refusal('not_found', `There is no such ${noun}.`)
  return found
}

/** Throws `unusable_ids` for assets that are not the caller's, and for users who were removed. */
export function requireUsable(ask: Ask, lists: Record<string, string[]>): void {
  const errors: FieldError[] = Object.entries(lists).flatMap(([property, ids]) =>
    ids.flatMap((id, position) => {
      const isUsable = usable[property]?.(ask, id) ?? ask.store.users.get(id)?.deletedAt === null
      const detail = `There is no ${id} that you may use.`
      return isUsable ? [] : [{ pointer: `/${property}/${position}`, code: 'unusable_id', detail }]
    }),
  )
  if (errors.length > 0) throw new Refusal('unusable_ids', problems.unusable_ids.remedy, { errors })
}

/**
 * Tells by property whether the caller may use an id; other properties contain ids of users. The assets of `ids` may be
 * in the trash.
 */
const usable: Record<string, (ask: Ask, id: string) => boolean> = {
  assetIds: isOwn,
  ids: ({ store, caller }, id) => store.assets.get(id)?.ownerId === caller.id,
}

/** Returns whether an asset is the caller's and is not in the trash. */
export function isOwn({ store, caller }: Pick<Ask, 'store' | 'caller'>, assetId: string): boolean {
  const asset = store.assets.get(assetId)
  return asset?.ownerId === caller.id && !asset.isTrashed
}

/** Returns a result for each id, in their order. */
export function toResults<Key extends 'id' | 'assetId', Fault>(
  key: Key,
  ids: string[],
  one: (id: string) => Fault | null,
): { [key: string]: unknown; success: boolean }[] {
  return ids.map((id) => {
    const error = one(id)
    return { [key]: id, success: error === null, ...(error !== null && { error }) }
  })
}
