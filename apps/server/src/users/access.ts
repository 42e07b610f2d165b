import { ProblemError } from '../errors.js'

/** Returns what was found of the key. Throws `not_found` when the caller has no such key. */
export function requireOwnKey<Found>(key: Found | undefined): Found {
  if (key !== undefined) return key
  throw new ProblemError('not_found', 'You have no such key.')
}

/** Returns the scopes that a new key gets, each once. Throws `forbidden`, which names them, for those that the caller lacks. */
export function requireScopes(callerScopes: string[], wanted: string[]): string[] {
  const scopes = wanted.includes('all') ? ['all'] : [...new Set(wanted)]
  const lacking = callerScopes.includes('all') ? [] : scopes.filter((scope) => !callerScopes.includes(scope))
  if (lacking.length === 0) return scopes
  const names = lacking.map((scope) => `\`${scope}\``).join(', ')
  throw new ProblemError('forbidden', `You cannot give a key what you may not do yourself: ${names}.`)
}
