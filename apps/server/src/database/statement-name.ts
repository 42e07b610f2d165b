import { createHash } from 'node:crypto'

/** A statement with a long list of ids has no name, so that it is planned for its parameters. A plan for few ids is slow for many. */
export function statementNameOf({ sql, args }: { sql: string; args: unknown[] }): string {
  return args.some(isLong) ? '' : nameFor(sql)
}

const LONG_LIST = 1_000
const UUID_LENGTH = 36

function isLong(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > LONG_LIST
    : typeof value === 'string' && value.length > LONG_LIST * UUID_LENGTH
}

/** The names by text, one for each statement in the code. */
const names = new Map<string, string>()

function nameFor(sql: string): string {
  const name = names.get(sql) ?? createHash('sha1').update(sql).digest('base64')
  names.set(sql, name)
  return name
}
