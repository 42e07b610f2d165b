import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askEverything } from '../support/database/ask-everything.js'
import { query } from '../support/database/query.js'
import { groupByCall, recordStatements } from '../support/database/ran-statements.js'
import { listStatementRows, type StatementRow } from '../support/database/statement-rows.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const asked = listStatementRows()
const { ran, stop } = recordStatements()
afterAll(stop)
let grouped: ReturnType<typeof groupByCall>

beforeAll(async () => {
  await askEverything(server)
  grouped = groupByCall(ran, asked)
})

function toName({ file, name, firstLine }: StatementRow) {
  return `${file}:${firstLine} ${name}`
}

function findStatements(one: StatementRow) {
  return grouped.get(one) ?? []
}

/** What is wrong with the statements of each call of `ask`, once each. */
function listFaults(judge: (one: StatementRow) => string[]) {
  return [...new Set(asked.flatMap((one) => judge(one).map((fault) => `${toName(one)}: ${fault}`)))]
}

test('each statement runs here, and returns a row', () => {
  const faults = listFaults((one) =>
    findStatements(one).some(({ rows }) => rows.length > 0)
      ? []
      : ['its statement returned no row here: let askEverything run it'],
  )

  expect(faults).toEqual([])
})

test('each row is what its TypeScript type says, down to the JSON in it', () => {
  const faults = listFaults((one) =>
    findStatements(one).flatMap(({ rows }) =>
      rows.map((row) => one.findRowFault(row)).filter((fault) => fault !== null),
    ),
  )

  expect(faults).toEqual([])
})

/** The statement itself has just given them a value. */
const written = ['claimAttempts startedAt']

test('a column of a table that may be null is null in its TypeScript type', async () => {
  const nullable = new Set(
    (
      await query<{ at: string }>(
        server.databaseUrl,
        `SELECT attrelid || '.' || attnum AS at FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull`,
      )
    ).map(({ at }) => at),
  )

  const faults = listFaults((one) =>
    findStatements(one).flatMap(({ columns }) =>
      one.properties
        .filter(({ isNullable, name }) => !isNullable && !written.includes(`${one.name} ${name}`))
        .filter(({ name }) =>
          columns.some((each) => each.name === name && nullable.has(`${each.tableID}.${each.columnID}`)),
        )
        .map(({ name }) => `"${name}" comes from a column that may be null`),
    ),
  )

  expect(faults).toEqual([])
})

test('no statement goes another way than through ask', () => {
  const folder = fileURLToPath(new URL('../../src/', import.meta.url))
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('generated') && path !== 'database/ask.ts')
    .filter((path) => /\$(query|execute)Raw/.test(readFileSync(join(folder, path), 'utf8')))

  expect(others, 'Let `ask` of database/ask.ts run it, so that its row is checked here.').toEqual([])
})
