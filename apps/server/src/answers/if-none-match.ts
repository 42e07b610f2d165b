/** Whether a list of entity tags (RFC 9110), or `*`, matches this one, also in its weak form. */
export function isNamed(etag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')))
}
