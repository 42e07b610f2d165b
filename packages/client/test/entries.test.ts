import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { api } from '@media-library/contract'
import { build, type Metafile } from 'esbuild'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { routes } from '../src/call/routes.js'

function dist(file: string) {
  return fileURLToPath(new URL(`../dist/${file}`, import.meta.url))
}

/** The files that are loaded with the entry, and not only when something is called. */
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

describe('entries', () => {
  test('the light one has at most 5,500 bytes, minified and gzipped, and imports nothing else', async () => {
    const { inputs, bytes } = await bundle('index.js')

    expect(bytes).toBeLessThanOrEqual(5_500)
    expect(inputs.filter((file) => /node_modules|packages\/contract/.test(file) || !file.startsWith('dist/'))).toEqual(
      [],
    )
  })

  test.each(readdirSync(dist('')).filter((file) => file.endsWith('.d.ts') && file !== 'ts-rest.d.ts'))(
    'the types in %s need no ts-rest',
    (file) => {
      expect(readFileSync(dist(file), 'utf8')).not.toMatch(/@ts-rest|'@media-library\/contract'/)
    },
  )

  test.each(['tanstack.js', 'validated.js', 'testing/index.js'])('%s runs in a browser', async (entry) => {
    expect((await bundle(entry)).bytes).toBeGreaterThan(0)
  })

  test('the types of the routes are those of the contract', () => {
    type Contract = Omit<typeof api, 'downloadFile'>
    expectTypeOf<typeof routes>().toExtend<{
      [Name in keyof Contract]: {
        method: Contract[Name]['method']
        path: Contract[Name]['path']
        success: keyof Contract[Name]['responses']
      }
    }>()
    expectTypeOf<keyof typeof routes>().toEqualTypeOf<keyof Contract>()
  })
})
