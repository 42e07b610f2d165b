/** Returns the path of a URL without its query, which may contain secrets. */
export function pathOf(url = ''): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
