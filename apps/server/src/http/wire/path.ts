/** The path of a URL. Its query stays out of logs: a redirect URI may hold secrets. */
export function pathOf(url = ''): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
