import { isDeepStrictEqual } from 'node:util'
import { deparseSync, loadModule, parseSync } from 'pgsql-parser'

await loadModule()

/** A condition of a statement, such as `owner_id = $`. */
export interface Condition {
  /** The part of the statement that it stands in, and its text without values. It is the same in each variant of a statement. */
  key: string
  /** Writes the statement without it. */
  remove(): string
}

type Node = Record<string, unknown>

/** Where a condition stands: replacing it there changes the tree. */
interface Spot {
  part: string
  holder: Node | Node[]
  at: string | number
  isAlternative: boolean
}

const clauses = ['whereClause', 'havingClause', 'quals', 'agg_filter']

/**
 * Lists the conditions of a statement: those of WHERE, ON, HAVING, FILTER and CASE WHEN, and each operand of AND and OR. An
 * operand of OR is removed by making it false, and any other condition by making it true. The values stay in the statement, so
 * that PostgreSQL still knows their types. Throws when the statement cannot be written as
 * it was read.
 */
export function listConditions(text: string): Condition[] {
  const tree = parseSync(text) as unknown as Node
  if (!isDeepStrictEqual(shapeOf(parseSync(deparseSync(tree as never))), shapeOf(tree))) {
    throw new Error(`This statement is written otherwise than it was read:\n${text}`)
  }
  const counts = new Map<string, number>()
  const spots = listSpots(tree, '').filter(({ holder, at }) => !('A_Const' in ((holder as Node)[at] as Node)))
  return spots.map((spot) => {
    const condition = (spot.holder as Node)[spot.at] as Node
    const key = `${spot.part}${withoutValues(deparseSync(condition as never))}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return { key: count > 1 ? `${key} (${count})` : key, remove: () => without(tree, spot) }
  })
}

function listSpots(node: unknown, part: string): Spot[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((each) => listSpots(each, part))
  const found: Spot[] = []
  for (const [name, value] of Object.entries(node as Node)) {
    const isClause = clauses.includes(name) || name === 'CaseWhen'
    const [holder, at] = name === 'CaseWhen' ? [value as Node, 'expr'] : [node as Node, name]
    if (isClause && operandsOf(holder[at] as Node) === null) found.push({ part, holder, at, isAlternative: false })
    const operands = name === 'BoolExpr' ? operandsOf(node as Node) : null
    for (const [index] of operands?.entries() ?? []) {
      const isAlternative = (value as Node)['boolop'] === 'OR_EXPR'
      found.push({ part, holder: operands as Node[], at: index, isAlternative })
    }
    const inner = name === 'CommonTableExpr' ? `${(value as Node)['ctename']}: ` : part
    found.push(...listSpots(value, inner))
  }
  return found
}

/** The operands of AND or OR; null for any other condition. */
function operandsOf(condition: Node): Node[] | null {
  const expression = condition['BoolExpr'] as { boolop: string; args: Node[] } | undefined
  return expression && expression.boolop !== 'NOT_EXPR' ? expression.args : null
}

function without(tree: Node, { holder, at, isAlternative }: Spot): string {
  const place = holder as Node
  const condition = place[at]
  const constant = { A_Const: { boolval: isAlternative ? {} : { boolval: true } } }
  place[at] = { BoolExpr: { boolop: isAlternative ? 'AND_EXPR' : 'OR_EXPR', args: [condition, constant] } }
  const text = deparseSync(tree as never)
  place[at] = condition
  return text
}

function withoutValues(text: string): string {
  return text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/'[0-9a-f-]{36}'/g, '$')
    .replaceAll(/\('epoch'::timestamptz \+ [^)]*\)\)/g, '$')
    .replaceAll(/CAST\((\$) AS [^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
}

/** A tree without the places in the text. */
function shapeOf(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (name, value) =>
      /^(location|stmt_len|stmt_location|rexpr_list_(start|end))$/.test(name) ? undefined : value,
    ),
  )
}
