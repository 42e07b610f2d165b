/** A way to authenticate: the schemes that are needed together, and the scopes of each. */
type Way = Record<string, string[]>

/**
 * Lists the earlier ways to authenticate that are no longer enough, a line each. Needing less breaks no caller, and an
 * operation without requirements of its own named no scope.
 */
export function listAccessBreaks(before: unknown, after: unknown): string[] {
  if (before === undefined) return []
  return listWays(before)
    .filter((way) => !listWays(after).some((other) => isWithin(other, way)))
    .map((way) => `${toText(way)} is not enough now`)
}

/** Lists the ways to authenticate; an operation without requirements needs nothing. */
function listWays(security: unknown): Way[] {
  const ways = (security ?? []) as Way[]
  return ways.length > 0 ? ways : [{}]
}

function isWithin(less: Way, more: Way) {
  return Object.entries(less).every(
    ([scheme, scopes]) => scheme in more && scopes.every((scope) => more[scheme]?.includes(scope)),
  )
}

function toText(way: Way) {
  const schemes = Object.entries(way).map(([scheme, scopes]) => [scheme, ...scopes].join(' with '))
  return schemes.join(' and ') || 'no key'
}
