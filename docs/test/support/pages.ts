import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Reads a page by its path from the root. */
export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const FOLDERS = ['docs', 'docs/use', 'docs/operate', 'docs/build', 'docs/build/api', 'docs/develop']

/** The paths of all pages, from the root. */
export const pages: string[] = [
  ...pagesIn('.'),
  ...FOLDERS.flatMap(pagesIn),
  ...readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((path) => existsSync(join(root, path))),
]

/** Returns the code blocks of a page in a language, without their fences. */
export function codeBlocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  )
}

/** Lists the paths of all TypeScript sources in folders of the repository. */
export function sourcesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) => walk(join(root, folder)))
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist', 'generated'].includes(entry.name) ? [] : walk(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => (folder === '.' ? name : `${folder}/${name}`))
}
