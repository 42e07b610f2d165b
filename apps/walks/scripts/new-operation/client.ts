import { insert, moduleOf, routerOf, withImport, wrong } from './text.ts'
import type { Wish } from './wish.ts'

interface Place {
  read(path: string): string | null
  change(path: string, edit: (text: string) => string): void
  write(path: string, text: string): void
}

const SOURCES = 'packages/client/src'

/** Lets apps call an operation: its method, path and success, a method of the client, and its rules in the fake service. */
export function addToClient(wish: Wish, place: Place): void {
  const { name, noun, method, path, status } = wish
  const router = routerOf(moduleOf(noun))
  place.change('packages/contract/src/library.ts', (text) => {
    if (new RegExp(`^export const lookUps = .*\\.\\.\\.${router}\\b`, 'm').test(text)) return text
    throw new Error(
      `--client is for look-ups, and those of /${noun} are none: ${router} is not in \`lookUps\` of packages/contract/src/library.ts. Leave it out, and write the route, the method and the rules of ${name} by hand: packages/client/src/call/routes.ts, operations and testing/operations.ts.`,
    )
  })
  const routes = `${SOURCES}/call/routes.ts`
  place.change(routes, (text) =>
    insert(routes, text, `  ${name}: { method: '${method}', path: '/api${path}', success: ${status} },\n`, {
      before: '} as const satisfies',
    }),
  )
  addMethod(wish, place)
  const rules = `${SOURCES}/testing/look-ups.ts`
  place.change(rules, (text) =>
    insert(rules, text, `  ${name}: () => ${wrong(name, 'its rules over the library of the fake service')},\n`, {
      after: '=> Success } = {\n',
    }),
  )
}

/** Puts a method beside the others of its noun. */
function addMethod(wish: Wish, place: Place) {
  const { name, noun, method, path, answers, isList, takes } = wish
  const module = moduleOf(noun)
  const file = `${SOURCES}/operations/${module}.ts`
  if (place.read(file) === null) addNoun(module, file, place)
  const parts = [...(path.includes(':id') ? ['id'] : []), ...(takes ? ['body'] : [])]
  const answer = answers === null ? 'void' : isList ? `${answers}[]` : answers
  const signature = [...parts.map((part) => `${part}: ${part === 'id' ? 'string' : takes}`), 'options?: CallOptions']
  const way = method === 'GET' ? 'read' : 'once'
  const call = `${way}('${name}', { ${parts.join(', ')} }, options)`
  place.change(file, (text) => {
    const declared = insert(file, text, `  ${name}(${signature.join(', ')}): Reply<${answer}>\n`, {
      before: '}\n\nexport',
    })
    const made = insert(file, declared, `    ${name}: (${[...parts, 'options'].join(', ')}) => ${call},\n`, {
      after: '\n  return {\n',
    })
    const types = [...new Set([takes, answers].filter((one) => one !== null))]
    const typed = types.length === 0 ? made : withImport(made, types, '../types/index.js', 'import type')
    return withImport(typed, ['Reply'], '../reply.js', 'import type').replace(
      /Operations\(\{([^}]*)\}: Calls\)/,
      (whole, taken: string) =>
        new RegExp(`\\b${way}\\b`).test(taken) ? whole : `Operations({ ${way},${taken}}: Calls)`,
    )
  })
}

/** A file for the operations of a noun that has none, and its place in the client. */
function addNoun(module: string, file: string, { change, write }: Place) {
  const made = `${routerOf(module)}Operations`
  const type = `${made[0]?.toUpperCase()}${made.slice(1)}`
  write(
    file,
    `import type { Calls } from '../calls.js'
import type { CallOptions } from '../options.js'

export interface ${type} {
}

export function ${made}({ }: Calls): ${type} {
  return {
  }
}
`,
  )
  const client = `${SOURCES}/client.ts`
  change(client, (text) => {
    const typed = insert(client, text, `${type},\n    `, { after: 'interface Client\n  extends ' })
    const all = insert(client, typed, `    ...${made}(calls),\n`, { before: '  } satisfies Client' })
    return withImport(all, [`type ${type}`, made], `./operations/${module}.js`)
  })
}
