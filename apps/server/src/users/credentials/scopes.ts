import type { Permission } from '@media-library/contract'

/** Whether the scopes of a key or session include a permission. */
export function hasScope(scopes: string[], permission: Permission): boolean {
  return scopes.includes('all') || scopes.includes(permission)
}
