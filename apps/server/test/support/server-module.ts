/** Where the processes of the tests load the server from: its sources, which need no build, or the build. */
export const SERVER_FROM = process.env['SERVER_FROM'] === 'src' ? 'src' : 'dist'

/** The address of a module of the server, such as `main`. */
export function serverModule(path: string): string {
  return new URL(`../../${SERVER_FROM}/${path}.${SERVER_FROM === 'src' ? 'ts' : 'js'}`, import.meta.url).href
}
