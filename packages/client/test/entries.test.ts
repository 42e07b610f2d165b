import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { describe, expect, test } from 'vitest'

function dist(file: string) {
  return fileURLToPath(new URL(`../dist/${file}`, import.meta.url))
}

/** Lists the files that are loaded with the entry, and not only when something is called. */
function loadedFirst({ outputs }: Metafile): string[] {
  const [entry = ''] = Object.entries(outputs).flatMap(([name, { entryPoint }]) => (entryPoint ? [name] : []))
  const loaded = new Set([entry])
  for (const name of loaded) {
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') loaded.add(path)
  }
  return [...loaded]
}

async function bundle(entry: string) {
  const { metafile, outputFiles } = await build({
    entryPoints: [dist(entry)],
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  })
  const loaded = loadedFirst(metafile)
  const contents = outputFiles
    .filter(({ path }) => loaded.some((name) => path.endsWith(name)))
    .map((file) => file.contents)
  return { inputs: Object.keys(metafile.inputs), bytes: gzipSync(Buffer.concat(contents)).length }
}

/** Lists the packages that a declaration needs, directly or by way of its imports. */
function listPackages(declaration: string): string[] {
  const files = new Set([declaration])
  const packages = new Set<string>()
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"]([^'"]+)/g)) {
      if (name.startsWith('.')) files.add(resolve(dirname(file), name.replace(/\.js$/, '.d.ts')))
      else if (name.startsWith('@media-library/contract'))
        files.add(fileURLToPath(import.meta.resolve(name)).replace(/\.js$/, '.d.ts'))
      else packages.add(name)
    }
  }
  return [...packages]
}

describe('entries', () => {
  test('the light one has at most 7,100 bytes, minified and gzipped, and imports nothing else', async () => {
    const { inputs, bytes } = await bundle('index.js')

    expect(bytes, 'An operation adds some 15 bytes: raise the limit here and in README.md.').toBeLessThanOrEqual(7_100)
    expect(inputs.filter((file) => /node_modules|packages\/contract/.test(file) || !file.startsWith('dist/'))).toEqual(
      [],
    )
  })

  test.each(['index.d.ts', 'tanstack.d.ts', 'validated.d.ts', 'testing/index.d.ts'])(
    'the types of %s need no ts-rest',
    (entry) => {
      expect(listPackages(dist(entry)).sort()).toEqual(expect.arrayContaining(['zod']))
      expect(listPackages(dist(entry)).filter((name) => name.startsWith('@ts-rest'))).toEqual([])
    },
  )

  test.each(['tanstack.js', 'validated.js', 'testing/index.js'])('%s runs in a browser', async (entry) => {
    expect((await bundle(entry)).bytes).toBeGreaterThan(0)
  })
})
