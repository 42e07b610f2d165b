import { send } from './client.js'

/** Reads all pages of a list from a path on, by their links. */
export async function readPages<Item>(
  server: { url: string },
  start: string,
  { apiKey }: { apiKey: string },
): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let path: string | undefined = start; path; ) {
    const { status, headers, body, text } = await send(server, path, { apiKey })
    if (status !== 200) throw new Error(text)
    pages.push(body)
    if (pages.length > 100) throw new Error(`${start} has more than a hundred pages`)
    path = readNext(headers)
  }
  return pages
}

/** Returns the path of the next page. */
export function readNext(headers: Headers): string | undefined {
  return /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
}
