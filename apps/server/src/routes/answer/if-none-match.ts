/** Whether a list of entity tags (RFC 9110), or `*`, names this one; weak ones count as well. */
export function isNamed(etag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')))
}
