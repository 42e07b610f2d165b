import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createAssets, createUser } from '../support/database/factories.js'
import { query } from '../support/database/query.js'
import { asProgram } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

const server = await startTestServer()
const { database, databaseUrl } = server
type Library = ReturnType<typeof asProgram>

test.each<[string, (library: Library, id: string, parent: string) => PromiseLike<unknown>]>([
  ['a click', (library, id) => library.updateAssets({ ids: [id], isFavorite: true })],
  ['an update of one asset', (library, id) => library.updateAsset(id, { isFavorite: true })],
  ['a new stack', (library, id, parent) => library.updateAssets({ ids: [id], stackParentId: parent })],
  ['a move to the trash', (library, id) => library.deleteAssets({ ids: [id] })],
])(
  '%s that waits for another asset of its stack holds none, so that two of them never deadlock',
  async (what, change) => {
    const ada = await createUser(database)
    const library = asProgram(server, ada)
    const [parent, ...members] = (await createAssets(database, ada, 3)) as [string, string, string]
    if (what !== 'a new stack') await library.updateAssets({ ids: members, stackParentId: parent })
    const other = new Client({ connectionString: databaseUrl })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('BEGIN')
    await other.query('SELECT FROM asset WHERE id = $1 FOR NO KEY UPDATE', [parent])

    const changes = Promise.all(members.map((id) => change(library, id, parent)))
    await until(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return (await query(databaseUrl, waiting)).length === members.length
    })
    const { rows } = await other.query('SELECT id FROM asset WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED', [
      members,
    ])
    await other.query('COMMIT')

    expect(rows).toHaveLength(members.length)
    await changes
  },
)

/** How many transactions of all that ran so far ended in a deadlock. */
async function countDeadlocks() {
  const [row] = await query<{ deadlocks: string }>(
    databaseUrl,
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(row?.deadlocks)
}

test.each(['alone', 'beside clicks'])(
  'stacks of overlapping members that are set at once, %s, never deadlock',
  async (beside) => {
    const ada = await createUser(database)
    const ids = await createAssets(database, ada, 8)
    const library = asProgram(server, ada)
    const set = (number: number) => {
      const [first, second, parent] = [number, number * 3 + 1, number * 5 + 2].map(
        (at) => ids[at % ids.length] as string,
      )
      return beside !== 'alone' && number % 2 === 0
        ? library.updateAssets({ ids: [first, second] as string[], isFavorite: number % 4 === 0 })
        : library.updateAssets({ ids: [first, second] as string[], stackParentId: parent as string })
    }

    await Promise.all(Array.from({ length: 20 }, (_, number) => set(number)))

    expect(await countDeadlocks()).toBe(0)
    expect(await database.stack.count({ where: { ownerId: ada.id } })).toBe(1)
  },
)
