import type { Permission } from '@media-library/contract'
import { ProblemError } from '../errors.js'

/** Whether the scopes of a key or session include a permission. */
export function hasScope(scopes: string[], permission: Permission): boolean {
  return scopes.includes('all') || scopes.includes(permission)
}

/** Throws `forbidden` unless the scopes of a key or session include a permission. */
export function requireScope(scopes: string[], permission: Permission): void {
  if (hasScope(scopes, permission)) return
  throw new ProblemError('forbidden', `The key's scopes do not include ${permission}.`)
}
