import { addToClient } from './client.ts'
import { changeset, handler, matrixRows, schema, test } from './templates.ts'
import { insert, moduleOf, routerOf, toKebab, withImport, wrong } from './text.ts'
import type { Wish } from './wish.ts'

/** The text of each file that a new operation creates or changes, by path. */
export type Files = Map<string, string>

type Read = (path: string) => string | null

const CONTRACT = 'packages/contract/src'
const OPENAPI = 'packages/contract/openapi.json'

/** Writes the skeleton of an operation. Throws an error that names the file in which there is no place for it. */
export function skeletonOf(wish: Wish, read: Read): Files {
  const files: Files = new Map()
  const current = (path: string) => {
    const text = files.get(path) ?? read(path)
    if (text === null) throw new Error(`${path} is not there: the skeleton would change it.`)
    return text
  }
  const change = (path: string, edit: (text: string) => string) => files.set(path, edit(current(path)))
  const { name } = wish
  const file = toKebab(name)
  requireNew(wish, current(OPENAPI))

  const schemas = new Map(
    [wish.takes, wish.answers].filter((one) => one !== null).map((one) => [one, schemaModuleOf(one, current, files)]),
  )
  describe(wish, schemas, { read, change, files })
  if (wish.permission) {
    change(`${CONTRACT}/permissions.ts`, (text) =>
      text.includes(`'${wish.permission}'`)
        ? text
        : insert(`${CONTRACT}/permissions.ts`, text, `  '${wish.permission}',\n`, {
            before: '] as const\nexport type Permission',
          }),
    )
  }

  files.set(`apps/server/src/routes/library/${file}.ts`, handler(wish))
  files.set(`apps/server/test/routes/library/${file}.test.ts`, test(wish))
  files.set(`.changeset/${file}.md`, changeset(wish))
  change('apps/server/src/routes/index.ts', (text) =>
    insert(
      'apps/server/src/routes/index.ts',
      withImport(text, [name], `./library/${file}.js`),
      `    ${name}: ${name}(context),\n`,
      { before: '  }\n}\n' },
    ),
  )
  const access = 'apps/server/test/http/access/access.test.ts'
  change(access, (text) => insert(access, text, matrixRows(wish), { before: '`\n\nconst codes' }))
  if (wish.takes) {
    change(access, (text) =>
      insert(access, text, `  ${name}: () => (${wrong(name, 'what it is asked for in bodies')}),\n`, {
        before: '}\n\nconst month',
      }),
    )
  }
  if (wish.client) addToClient(wish, { read, change, write: (path, text) => files.set(path, text) })
  for (const [path, text] of files) if (text === read(path)) files.delete(path)
  return files
}

type OpenApi = { paths: Record<string, Record<string, { operationId?: string }>> }

/** Throws when another operation has the name, or is called by the same method and path. */
function requireNew({ name, method, path }: Wish, openapi: string) {
  for (const [template, operations] of Object.entries((JSON.parse(openapi) as OpenApi).paths)) {
    for (const [verb, { operationId }] of Object.entries(operations)) {
      if (operationId === name)
        throw new Error(`There is an operation ${name} already: ${verb.toUpperCase()} ${template}.`)
      if (verb === method.toLowerCase() && template.replaceAll(/\{\w+\}/g, ':id') === `/api${path}`) {
        throw new Error(`${method} ${path} is taken by ${operationId}: choose another path, or change that operation.`)
      }
    }
  }
}

/** The module of a schema. It is created when it does not exist. */
function schemaModuleOf(schemaName: string, current: (path: string) => string, files: Files): string {
  const index = `${CONTRACT}/schemas/index.ts`
  const modules = [...current(index).matchAll(/'\.\/([\w/-]+)\.js'/g)].map(([, module]) => module ?? '')
  const isIn = (module: string) =>
    files.has(`${CONTRACT}/schemas/${module}.ts`) ||
    new RegExp(`^export const ${schemaName}\\b`, 'm').test(current(`${CONTRACT}/schemas/${module}.ts`))
  const known = modules.find(isIn)
  if (known) return known
  const module = toKebab(schemaName)
  files.set(`${CONTRACT}/schemas/${module}.ts`, schema(schemaName))
  files.set(index, `${current(index)}export * from './${module}.js'\n`)
  return module
}

interface Place {
  read: Read
  change(path: string, edit: (text: string) => string): void
  files: Files
}

/** Describes the operation in the contract of its noun. */
function describe(wish: Wish, schemas: Map<string, string>, { read, change, files }: Place) {
  const { name, noun, method, path, answers, isList, status, takes, permission } = wish
  const module = moduleOf(noun)
  const router = routerOf(module)
  const contract = `${CONTRACT}/library/${module}.ts`
  const hasId = path.includes(':id')
  const answer = answers === null ? 'c.noBody()' : isList ? `z.array(${answers}).describe('')` : answers
  const usual = [
    'always',
    ...(takes ? ['withBody'] : []),
    ...(permission ? ['withKey'] : []),
    ...(hasId ? ['withId'] : []),
  ]
  const entry = `    ${name}: {
      method: '${method}',
      path: '${path}',
      summary: '',
      description: '',
${hasId ? '      pathParams: z.object({ id: Id }),\n' : ''}${takes ? `      body: ${takes},\n` : method === 'GET' ? '' : '      body: c.noBody(),\n'}      responses: { ${status}: ${answer}, ${usual.map((one) => `...${one}`).join(', ')} },
      metadata: { permission: ${permission ? `'${permission}'` : null}, } satisfies RouteMetadata,
    },
`
  if (read(contract) === null) {
    files.set(contract, emptyRouter(router))
    const library = `${CONTRACT}/library.ts`
    change(library, (text) =>
      insert(library, withImport(text, [router], `./library/${module}.js`), `, ...${router}`, { before: ' }\n' }),
    )
    // The client lists the operations of a new noun under the look-ups.
    if (wish.client) change(library, (text) => text.replace(/^(export const lookUps = .*) }$/m, `$1, ...${router} }`))
  }
  if (files.get(contract) === undefined) change(contract, (text) => text)
  change(contract, (text) => {
    // A path with a fixed part has to come before one that takes an id in its place.
    const anchor = hasId ? { before: '  },\n  mounted,' } : { after: 'c.router(\n  {\n' }
    let edited = withImport(insert(contract, text, entry, anchor), usual, '../responses.js')
    if (hasId) edited = withImport(edited, ['Id'], '../schemas/primitives.js')
    if ((hasId || isList) && !edited.includes("from 'zod'")) edited = `import * as z from 'zod'\n${edited}`
    for (const [one, from] of schemas) edited = withImport(edited, [one], `../schemas/${from}.js`)
    return edited
  })
}

function emptyRouter(router: string) {
  return `import type { RouteMetadata } from '../contract.js'
import { initContract } from '../router.js'
import { mounted } from './mounted.js'

const c = initContract()

export const ${router} = c.router(
  {
  },
  mounted,
)
`
}
