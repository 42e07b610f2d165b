// Writes the words of schemas and operations into the declarations of the package. TypeScript leaves out what `.describe` says, and
// editors show what stands in comments.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createOpenApi } from '../dist/openapi/index.js'
import * as contract from '../dist/schemas.js'

const folder = new URL('../dist/', import.meta.url)

const schemas = Object.fromEntries(
  Object.entries(contract).flatMap(([name, schema]) => [
    [name, schema],
    ...(schema.options ?? []).flatMap((option) => (option.shape ? [[toEventName(option), option]] : [])),
  ]),
)
const problems = Object.fromEntries(
  Object.entries(contract.problems).map(([code, { title, remedy }]) => [code, `${title}. ${remedy}`]),
)
const operations = Object.fromEntries(
  Object.values(createOpenApi({ version: '0.0.0' }).paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, description, deprecated }) => [
      operationId,
      deprecated ? `@deprecated ${description}` : description,
    ]),
)

/**
 * Reads the words of each member of a declared value: the fields of a schema, the problems, or the operations of a
 * router.
 */
function listWords(value, line) {
  if (value === 'problems') return problems
  if (!line.includes('ZodObject<')) return operations
  return Object.fromEntries(
    Object.entries(schemas[value[0].toUpperCase() + value.slice(1)]?.shape ?? {}).map(([name, { description }]) => [
      name,
      description,
    ]),
  )
}

/** Returns the name of the type of an event: `asset.added` gives AssetAdded. */
function toEventName({ shape }) {
  return shape.type.value.replace(/(?:^|\.)(\w)/g, (_, letter) => letter.toUpperCase())
}

for (const file of globSync('**/*.d.ts', { cwd: folder })) {
  let members = {}
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n')
  const described = lines.flatMap((line) => {
    const [, value, type, member] =
      /^(?:export )?declare const (\w+)|^export (?:interface|type) (\w+)|^ {4}(?:readonly )?'?([\w-]+)'?: /.exec(
        line,
      ) ?? []
    if (value) members = listWords(value, line)
    const words = type ? schemas[type]?.description : members[member]
    return words ? [`${member ? '    ' : ''}/** ${words} */`, line] : [line]
  })
  writeFileSync(new URL(file, folder), described.join('\n'))
}
