import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'

/** A call of `ask`: where it stands, and the type of its row. */
export interface StatementRow {
  /** Relative to the package. */
  file: string
  /** The function around it. */
  name: string
  firstLine: number
  lastLine: number
  properties: Property[]
  /** Says where a row differs from the type; null when it conforms. */
  findRowFault(row: object): string | null
}

/** A kind of value that a column or a property can have; JSON may be a list or an object. */
type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'bytes' | 'list' | 'object'

interface Property {
  name: string
  isNullable: boolean
}

const folder = fileURLToPath(new URL('../../../', import.meta.url))

/** The folders that ask for rows. */
const folders = /^src\/(albums|answers|assets|events|import|jobs|sign-in|tags|uploads|users)\//

/** Lists every `ask` and `askOne` of a row in these folders, as the compiler sees it. */
export function listStatementRows(): StatementRow[] {
  const path = join(folder, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path))
  const program = ts.createProgram(
    fileNames.filter((name) => folders.test(relative(folder, name))),
    { ...options, noEmit: true },
  )
  const checker = program.getTypeChecker()
  const found: StatementRow[] = []
  for (const source of program.getSourceFiles()) {
    const file = relative(folder, source.fileName)
    if (!folders.test(file)) continue
    const toLine = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
    const visit = (node: ts.Node, around: string) => {
      const name = ts.isFunctionDeclaration(node) && node.name ? node.name.text : around
      if (ts.isCallExpression(node) && isAsk(node.expression)) {
        const type = toRowType(checker, checker.getTypeAtLocation(node))
        const properties = listProperties(checker, type)
        const [firstLine, lastLine] = [toLine(node.getStart()), toLine(node.end)]
        const findRowFault = (row: object) => findFault(checker, type, row, '')
        if (properties.length > 0) found.push({ file, name, firstLine, lastLine, properties, findRowFault })
      }
      ts.forEachChild(node, (child) => visit(child, name))
    }
    visit(source, '')
  }
  return found
}

function isAsk(called: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(called) ? called.name : called
  return ['ask', 'askOne'].includes(name.getText())
}

/** Returns the row of a promise of rows, or of one. */
function toRowType(checker: ts.TypeChecker, promise: ts.Type): ts.Type {
  const answer = checker.getAwaitedType(promise) ?? promise
  return checker.isArrayType(answer) ? (checker.getTypeArguments(answer as ts.TypeReference)[0] ?? answer) : answer
}

/** Lists the properties of a row; of a union those of all its parts. */
function listProperties(checker: ts.TypeChecker, row: ts.Type): Property[] {
  const properties = new Map<string, Property>()
  for (const symbol of listParts(row).flatMap((part) => checker.getPropertiesOfType(part))) {
    if (symbol.flags & ts.SymbolFlags.Optional) continue
    const { name } = symbol
    const isNullable = listParts(checker.getTypeOfSymbol(symbol)).some(isNull)
    properties.set(name, { name, isNullable: isNullable || properties.get(name)?.isNullable === true })
  }
  return [...properties.values()]
}

function listParts(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

function isNull(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Null) !== 0
}

function toKind(checker: ts.TypeChecker, type: ts.Type): Kind {
  // A text that says what it holds.
  if (type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String)) return 'string'
  if (type.flags & ts.TypeFlags.StringLike) return 'string'
  if (type.flags & ts.TypeFlags.NumberLike) return 'number'
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean'
  const name = type.getSymbol()?.name
  if (name === 'Date') return 'Date'
  if (name === 'Uint8Array') return 'bytes'
  return checker.isArrayType(type) ? 'list' : 'object'
}

/** Returns where a value differs from a type, with what stands there; null when it conforms. */
function findFault(checker: ts.TypeChecker, type: ts.Type, value: unknown, path: string): string | null {
  if (type.isUnion()) {
    const faults = type.types.map((part) => findFault(checker, part, value, path))
    return faults.includes(null) ? null : (faults.at(-1) ?? null)
  }
  const wrong = `"${path}" is ${JSON.stringify(value)}, and its type says ${checker.typeToString(type)}`
  if (isNull(type)) return value === null ? null : wrong
  if (type.isLiteral()) return value === type.value ? null : wrong
  if (type.flags & ts.TypeFlags.BooleanLiteral) return String(value) === checker.typeToString(type) ? null : wrong
  const kind = toKind(checker, type)
  if (kindOfValue(value) !== kind) return wrong
  const inner = (part: ts.Type, each: unknown, name: string | number) =>
    findFault(checker, part, each, path ? `${path}.${name}` : String(name))
  if (kind === 'list') {
    const [item] = checker.getTypeArguments(type as ts.TypeReference)
    return (value as unknown[]).map((each, index) => item && inner(item, each, index)).find(Boolean) ?? null
  }
  if (kind !== 'object') return null
  const properties = checker.getPropertiesOfType(type).filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
  const values = value as Record<string, unknown>
  return properties.map((one) => inner(checker.getTypeOfSymbol(one), values[one.name], one.name)).find(Boolean) ?? null
}

function kindOfValue(value: unknown): Kind | 'null' | 'undefined' {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'Date'
  if (value instanceof Uint8Array) return 'bytes'
  return typeof value as Kind
}
