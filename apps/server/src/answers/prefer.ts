import type { Response } from 'express'

/** Whether the request prefers `return=minimal` (RFC 7240); if so, sets `Preference-Applied`. */
export function prefersMinimal(prefer: string | undefined, response: Response): boolean {
  const preferences = prefer?.split(',').map((preference) => preference.split(';')[0]?.replaceAll(/[\s"]/g, ''))
  if (!preferences?.includes('return=minimal')) return false
  response.setHeader('Preference-Applied', 'return=minimal')
  return true
}
