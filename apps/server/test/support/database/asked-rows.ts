import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'

/** A kind of value that a column or a property can have; JSON may be a list or an object. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'list' | 'object'

/** A call of `ask<Row>`: the function that it stands in, and the kinds of the properties of its row. */
export interface AskedRow {
  file: string
  name: string
  row: Record<string, Kind>
}

const folder = fileURLToPath(new URL('../../../', import.meta.url))

/** Every `ask<Row>` in the repositories, as the compiler sees its row. */
export function listAskedRows(): AskedRow[] {
  const path = join(folder, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path))
  const program = ts.createProgram(
    fileNames.filter((name) => name.includes('/src/repositories/')),
    { ...options, noEmit: true },
  )
  const checker = program.getTypeChecker()
  const found: AskedRow[] = []
  for (const source of program.getSourceFiles()) {
    const file = relative(folder, source.fileName)
    if (!file.startsWith('src/repositories/')) continue
    const visit = (node: ts.Node, name: string) => {
      const isFunction = ts.isFunctionDeclaration(node) || (ts.isVariableDeclaration(node) && isArrow(node.initializer))
      const inner = isFunction && node.name && ts.isIdentifier(node.name) ? node.name.text : name
      if (ts.isCallExpression(node) && node.expression.getText() === 'ask' && node.typeArguments?.[0]) {
        found.push({ file, name: inner, row: rowOf(checker, node.typeArguments[0]) })
      }
      ts.forEachChild(node, (child) => visit(child, inner))
    }
    visit(source, '')
  }
  return found
}

/** The kind of value that the driver makes of a type of PostgreSQL, by its oid; text for what it does not know. */
export function kindsOfColumn(oid: number): Kind[] {
  const known: Record<number, Kind[]> = {
    16: ['boolean'],
    17: ['object'],
    21: ['number'],
    23: ['number'],
    700: ['number'],
    701: ['number'],
    114: ['object', 'list'],
    3802: ['object', 'list'],
    1082: ['Date'],
    1114: ['Date'],
    1184: ['Date'],
    1009: ['list'],
    1015: ['list'],
    1007: ['list'],
    2951: ['list'],
  }
  return known[oid] ?? ['string']
}

function isArrow(node: ts.Node | undefined) {
  return node !== undefined && ts.isArrowFunction(node)
}

function rowOf(checker: ts.TypeChecker, node: ts.TypeNode): Record<string, Kind> {
  const properties = checker.getTypeFromTypeNode(node).getProperties()
  return Object.fromEntries(
    properties
      .filter((property) => !(property.flags & ts.SymbolFlags.Optional))
      .map((property) => [property.name, kindOf(checker, checker.getTypeOfSymbolAtLocation(property, node))]),
  )
}

function kindOf(checker: ts.TypeChecker, declared: ts.Type): Kind {
  const type = checker.getNonNullableType(declared)
  const parts = type.isUnion() ? type.types : [type]
  const all = (flags: ts.TypeFlags) => parts.every((part) => (part.flags & flags) !== 0)
  if (all(ts.TypeFlags.StringLike)) return 'string'
  if (all(ts.TypeFlags.NumberLike)) return 'number'
  if (all(ts.TypeFlags.BooleanLike)) return 'boolean'
  if (type.getSymbol()?.name === 'Date') return 'Date'
  return checker.isArrayType(type) ? 'list' : 'object'
}
