import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@media-library/client'
import { installProject, type Project } from './project.js'
import { root } from './run.js'

/** The lines of Node on which each tier runs the client: the oldest and the newest, and those between. */
export const NODES = { e2e: [20, 26], long: [22, 24] } as const

/** A project that uses the packed contract and client on many platforms. */
export interface Consumer extends Project {
  /** Runs a program with a line of Node. Returns its output. */
  node(line: number, ...args: string[]): Promise<string>
  /** Runs an installed program. Returns its output. */
  bin(name: string, ...args: string[]): Promise<string>
  /** Runs the script of an installed package. Returns its output. */
  script(path: string, ...args: string[]): Promise<string>
  /** Bundles a program into one script, for a page or a worker. Returns its code, which is also in `bundle.js`. */
  bundle(entry: string, format: 'iife' | 'esm'): Promise<string>
}

/** The names of all operations of the client, sorted. */
export const operations: string[] = Object.keys(createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'mlk_1' })).sort()

const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const nodePackage = system === 'darwin-arm64' ? `node-bin-${system}` : `node-${system}`

/** Installs the platforms of a tier beside the packed packages. */
export async function installConsumer(tier: 'e2e' | 'long'): Promise<Consumer> {
  const project = await installProject({
    sources: [at('consumer/programs'), at(`consumer/${tier}`)],
    packed: ['contract', 'client'],
    more: NODES[tier].map((line) => `node-${line}@npm:${nodePackage}@${line}`),
  })
  const { folder, run } = project
  const env = { ...process.env, NODE_OPTIONS: '' }
  const toNode = (line: number) =>
    join(folder, 'node_modules', `node-${line}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const bin = (name: string, ...args: string[]) => run(join(folder, 'node_modules/.bin', name), args)
  await copyProgram(folder, 'README.md', '@media-library/client', 'readme.ts')
  await copyProgram(folder, 'packages/contract/README.md', '@ts-rest/express', 'server.ts')
  await appendFile(join(folder, 'src/server.ts'), '\nexport { app }\n')
  return {
    ...project,
    node: (line, ...args) => run(toNode(line), args),
    bin,
    script: (path, ...args) => run(process.execPath, [join('node_modules', path), ...args], { env }),
    bundle: async (entry, format) => {
      await bin('esbuild', entry, '--bundle', `--format=${format}`, '--outfile=bundle.js', '--log-level=error')
      return readFile(join(folder, 'bundle.js'), 'utf8')
    },
  }
}

/** Copies the first program of a page that imports a package into the consumer. */
async function copyProgram(folder: string, page: string, name: string, file: string) {
  const blocks = (await readFile(join(root, page), 'utf8')).matchAll(/```ts\n([\s\S]*?)```/g)
  const program = [...blocks].map(([, code = '']) => code).find((code) => code.includes(`from '${name}'`))
  await writeFile(join(folder, 'src', file), program ?? '')
}

function at(path: string) {
  return fileURLToPath(new URL(path, import.meta.url))
}
