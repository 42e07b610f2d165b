import { pathToFileURL } from 'node:url'

/** The folder of an installed server, which then answers in place of the one here. */
export const { PACKED_SERVER } = process.env

/** The place from which processes load the server: its sources, which need no build, or the build. */
export const SERVER_FROM = process.env['SERVER_FROM'] === 'src' && PACKED_SERVER === undefined ? 'src' : 'dist'

/** Returns the address of a module of the server, such as `main`. */
export function serverModule(path: string): string {
  const folder = PACKED_SERVER === undefined ? new URL('../../', import.meta.url) : pathToFileURL(`${PACKED_SERVER}/`)
  return new URL(`${SERVER_FROM}/${path}.${SERVER_FROM === 'src' ? 'ts' : 'js'}`, folder).href
}
