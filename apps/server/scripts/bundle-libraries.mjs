// Copies the parts of libraries that the server uses into its own package, so that nobody has to install the rest.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const { copiedDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const isOfLibraries = new RegExp(`^(${copiedDependencies.join('|')})(/|$)`)

/** Bundles the libraries into the compiled files of a folder that import them, and writes their licences beside them. */
export async function bundleLibraries(folder) {
  const bundled = join(folder, 'bundled')
  rmSync(bundled, { recursive: true, force: true })
  const importers = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))
    .filter((path) => importsLibrary(readFileSync(path, 'utf8')))
  const { metafile } = await build({
    entryPoints: importers,
    outdir: folder,
    outbase: folder,
    allowOverwrite: true,
    bundle: true,
    // Files that import the same library share it.
    splitting: true,
    chunkNames: 'bundled/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    // The parts in CommonJS load the modules of Node.
    banner: {
      js: `import { createRequire as requireFor } from 'node:module'\nconst require = requireFor(import.meta.url)`,
    },
    metafile: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'only the libraries',
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ path, importer }) =>
            importers.includes(importer) && !isOfLibraries.test(path) ? { path, external: true } : undefined,
          )
        },
      },
    ],
  })
  writeFileSync(join(bundled, 'LICENSES'), findLicences(Object.keys(metafile.inputs)))
}

function importsLibrary(code) {
  return [...code.matchAll(/^(?:import|export)\b[^'"]*["']([^'"]+)["']/gm)].some(([, name]) => isOfLibraries.test(name))
}

function findLicences(inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
  return [...folders]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`
    })
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`)
}
