import pg from 'pg'
import { vi } from 'vitest'
import type { StatementRow } from './statement-rows.js'

/** A statement that ran: its columns, the rows that it returned, and the calls that led to it. */
export interface RanStatement {
  stack: string
  columns: pg.FieldDef[]
  rows: Record<string, unknown>[]
}

type Query = (...parts: unknown[]) => unknown

/** Records what pools and snapshots run. The list grows until `stop` is called. */
export function recordStatements(): { ran: RanStatement[]; stop(): void } {
  const ran: RanStatement[] = []
  const spies = [pg.Pool, pg.Client].map(({ prototype }) => {
    const query = prototype.query as Query
    return vi.spyOn(prototype, 'query').mockImplementation(function (this: unknown, ...parts: unknown[]) {
      const { stack = '' } = new Error()
      const answer = query.apply(this, parts)
      // The pool's own queries take a callback, and were recorded when the pool was asked.
      if (!(answer instanceof Promise)) return answer as never
      return answer.then((result: pg.QueryResult) => {
        if (result?.fields?.length > 0) ran.push({ stack, columns: result.fields, rows: result.rows })
        return result
      }) as never
    })
  })
  return {
    ran,
    stop: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

/** Groups statements by the call of `ask` that led to them. */
export function groupByCall(ran: RanStatement[], calls: StatementRow[]): Map<StatementRow, RanStatement[]> {
  const grouped = new Map(calls.map((call) => [call, [] as RanStatement[]]))
  for (const statement of ran) {
    const frames = [...statement.stack.matchAll(/([^\s(]+):(\d+):\d+\)?$/gm)]
    const isFrom = ({ file, firstLine, lastLine }: StatementRow) =>
      frames.some(([, path, line]) => path?.endsWith(file) && Number(line) >= firstLine && Number(line) <= lastLine)
    for (const call of calls) if (isFrom(call)) grouped.get(call)?.push(statement)
  }
  return grouped
}
