// The types of the client, written from the schemas of the contract, so that an editor shows their descriptions on hovering.

import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problems } from '@media-library/contract/schemas'
import { declare, docOf, isWorthAName, schemas, textOf } from './declaration.ts'

const HEAD =
  '// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.\n'

const named = Object.entries(schemas)
  .filter(([, schema]) => isWorthAName(schema))
  .map(([name]) => name)

const nouns = await listNouns()

/** Writes the modules of the types, by their paths: one for each noun that has schemas, and the one that exports them all. */
export function writeTypes(): Record<string, string> {
  const modules = Object.entries(nouns).map(([noun, names]) => [`src/types/${noun}.ts`, writeNoun(noun, names)])
  const index = Object.keys(nouns)
    .sort()
    .map((noun) => `export type * from './${noun}.js'\n`)
  return { ...Object.fromEntries(modules), 'src/types/index.ts': `${HEAD}\n${index.join('')}` }
}

/** Writes the types by their names, for the test that compares them with the schemas. */
export function writeNames(): string {
  return `${HEAD}
import type { ${named.join(', ')} } from '../src/types/index.js'

export interface Types {
${named.map((name) => `  ${name}: ${name}`).join('\n')}
}
`
}

function writeNoun(noun: string, names: string[]): string {
  const declarations = names.map((name) => declare(name, schemas[name] ?? {}, names).join('\n'))
  if (noun === 'problem') declarations.push(...declareProblems())
  const text = declarations.join('\n')
  return `${HEAD}\n${importsOf(noun, text)}\n${text}`
}

/** Imports the types of other nouns that a module names. */
function importsOf(noun: string, text: string): string {
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '')
  return Object.entries(nouns)
    .map(([other, names]) => [other, names.filter((name) => new RegExp(`\\b${name}\\b`).test(code))] as const)
    .filter(([other, names]) => other !== noun && names.length > 0)
    .map(([other, names]) => `import type { ${names.join(', ')} } from './${other}.js'\n`)
    .join('')
}

function declareProblems(): string[] {
  const codes = Object.keys(problems).map(textOf)
  const statuses = Object.entries(problems).map(
    ([code, { title, remedy, status }]) => `${docOf(`${title}. ${remedy}`)}  ${code}: ${status}`,
  )
  return [
    `${docOf('The stable code of a problem.')}export type ProblemCode = ${codes.join(' | ')}\n`,
    `${docOf('The status of each problem, by its code.')}export interface ProblemStatuses {\n${statuses.join('\n')}\n}\n`,
  ]
}

/** The names of the types by the nouns of the contract: the folders of its schemas. */
async function listNouns(): Promise<Record<string, string[]>> {
  const folder = new URL('.', import.meta.resolve('@media-library/contract/schemas'))
  const found: Record<string, string[]> = {}
  for (const file of globSync('*/*.js', { cwd: fileURLToPath(folder), exclude: ['cjs', 'openapi'] }).sort()) {
    const exported = Object.keys(await import(new URL(file, folder).href))
    const names = named.filter((name) => exported.includes(name))
    if (names.length > 0) found[dirname(file)] = [...(found[dirname(file)] ?? []), ...names]
  }
  const lost = named.filter((name) => !Object.values(found).flat().includes(name))
  if (lost.length > 0) throw new Error(`No file of packages/contract/src exports ${lost.join(', ')}.`)
  return found
}
