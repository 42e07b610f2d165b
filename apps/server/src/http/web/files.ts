import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'

/** The encodings that the build leaves beside a file, by the end of their names; the smallest first. */
export const encodings = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings | 'identity'

/** A file of the page, whole and compressed. */
export interface WebFile {
  /** Such as `/assets/main-4f9a.js`. */
  path: string
  etag: string
  contents: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

/**
 * Reads the files of the page by path. They are kept, so that a build beside a running service takes none away. Nothing is
 * there in a clone that has not been built.
 */
export function readWebFiles(): Map<string, WebFile> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@media-library/web/package.json')), 'dist')
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'))
  const present = new Set(names)
  const ends = Object.entries(encodings) as [keyof typeof encodings, string][]
  const whole = names.filter((name) => !ends.some(([, end]) => name.endsWith(end)))
  return new Map(
    whole.map((path) => {
      const identity = readFileSync(join(folder, path))
      const compressed = ends
        .filter(([, end]) => present.has(path + end))
        .map(([encoding, end]) => [encoding, readFileSync(join(folder, path + end))])
      return [path, { path, etag: `"${hashOf(identity)}"`, contents: { identity, ...Object.fromEntries(compressed) } }]
    }),
  )
}

function hashOf(content: Buffer) {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
