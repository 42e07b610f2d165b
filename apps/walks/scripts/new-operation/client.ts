import { insert, moduleOf, withImport, wrong } from './text.ts'
import type { Wish } from './wish.ts'

interface Place {
  read(path: string): string | null
  change(path: string, edit: (text: string) => string): void
  write(path: string, text: string): void
}

const SOURCES = 'packages/client/src'

/** Lets apps call an operation: its method, path and success, a method of the client, and its rules in the fake service. */
export function addToClient(wish: Wish, place: Place): void {
  const { name, method, path, status } = wish
  const routes = `${SOURCES}/routes.ts`
  place.change(routes, (text) =>
    insert(routes, text, `  ${name}: { method: '${method}', path: '/api${path}', success: ${status} },\n`, {
      before: '} as const satisfies',
    }),
  )
  addMethod(wish, place)
  // What is in a contract of a known noun is called by the client as `lookUps`.
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
  const request = `{ ${[...parts, `repeatable: ${method === 'GET'}`].join(', ')} }`
  const call = `await call('${name}', ${request}, options)`
  const body = answers === null ? `{\n      ${call}\n    }` : `(${call}).body as ${answer}`
  place.change(file, (text) => {
    const declared = insert(file, text, `  ${name}(${signature.join(', ')}): Promise<${answer}>\n`, {
      before: '}\n\nexport',
    })
    const made = insert(file, declared, `    ${name}: async (${[...parts, 'options'].join(', ')}) => ${body},\n`, {
      after: '\n  return {\n',
    })
    const types = [...new Set([takes, answers].filter((one) => one !== null))]
    const typed = types.length === 0 ? made : withImport(made, types, '@media-library/contract/schemas', 'import type')
    return typed.replace(/Operations\(\{([^}]*)\}: Calls\)/, (whole, taken: string) =>
      /\bcall\b/.test(taken) ? whole : `Operations({ call,${taken}}: Calls)`,
    )
  })
}

/** A file for the operations of a noun that has none, and its place in the client. */
function addNoun(module: string, file: string, { change, write }: Place) {
  const made = `${module.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Operations`
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
